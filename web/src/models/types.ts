/** A model whose settings are known, as a preset of the page, the command and the tests. */
export interface CatalogueModel {
  /** Lower case, digits, dots and hyphens: "llama-3.1-8b". */
  id: string;
  name: string;
  family: string;
  /** The keys of its config.json that concern positions, spelled as there. */
  config: Readonly<Record<string, unknown>>;
  /** Where the values were read: repository and file, or address. */
  source: string;
  /** Commit, date or release of the source. */
  version: string;
  /** What a user should know and the config does not say. */
  note?: string;
}
