/**
 * <posenc-given-files>: files of numbers, dropped, chosen or pasted. Shows what was read and what it is used as, and asks
 * the lab to take it. What is refused is said in words, and the lab keeps what it had.
 */
import { html, LitElement, nothing } from "lit";
import { property, query, state } from "lit/decorators.js";
import { type FilesKey, t } from "../i18n/files/strings.ts";
import { LocaleController } from "../i18n/locale-controller.ts";
import { ENDINGS } from "../io/file-endings.ts";
import { FileFault } from "../io/file-fault.ts";
import { checkFileSize, type NumberArray } from "../io/number-array.ts";
import { type GivenArrays, ROLES, type Role, roleOf } from "../io/roles.ts";
import { controlStyles } from "../ui/control-styles.ts";
import { givenFilesStyles } from "./given-files-styles.ts";

/** An array and its use; null: none yet. */
interface Held {
  array: NumberArray;
  role: Role | null;
}

/** Takes the arrays, {} for none; or gives the reason why not. A FileFault may be thrown as well. */
export type Take = (arrays: GivenArrays) => string | null;

/** A longer text is used at once: laying it out in a field would hold the page up. */
const MOST_SHOWN = 20_000;

/** Fetched with the first file. */
const readers = () => import("../io/read-arrays.ts");

const X: readonly (Role | null)[] = ["embeddings"];
const QKV: readonly (Role | null)[] = ["query", "key", "value"];

export class PosencGivenFiles extends LitElement {
  static override styles = [controlStyles, givenFilesStyles];

  /** What the lab shows now. */
  @property({ attribute: false }) given: GivenArrays = {};
  @property({ attribute: false }) take: Take = () => null;
  /** Whether files are held over the lab. */
  @property({ attribute: false }) isOver = false;
  @state() private held: readonly Held[] = [];
  @state() private fault = "";
  @state() private isReading = false;
  @query("input") private input!: HTMLInputElement;
  @query("textarea") private area!: HTMLTextAreaElement;
  @query("#role") private roleMenu!: HTMLSelectElement;

  constructor() {
    super();
    new LocaleController(this);
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    // Undo, a link or a reset: what the lab shows is what is listed.
    if (!changed.has("given") || ROLES.every((role) => this.given[role] === this.arrayOf(role))) return;
    this.held = ROLES.flatMap((role) => (this.given[role] ? [{ array: this.given[role], role }] : []));
    this.fault = "";
  }

  private arrayOf(role: Role): NumberArray | undefined {
    return this.held.find((one) => one.role === role)?.array;
  }

  protected override render() {
    return html`
      <div class="place ${this.isOver ? "over" : ""}" data-testid="file-place" aria-busy=${String(this.isReading)}>
        <p>${t("files.text")}</p>
        <input type="file" hidden multiple accept=${ENDINGS.join(",")} data-testid="file-input"
          @change=${() => {
            void this.readFiles([...(this.input.files ?? [])]);
            this.input.value = "";
          }}>
        <div class="buttons">
          <button data-testid="choose-files" @click=${() => this.input.click()}>${t("files.choose")}</button>
          ${this.held.length > 1 ? html`<button data-testid="remove-files" @click=${() => this.hold([])}>${t("files.remove_all")}</button>` : nothing}
          <span role="status">${this.isReading ? t("files.reading") : nothing}</span>
        </div>
        ${this.held.length > 0 ? html`<ul aria-label=${t("files.read")} data-testid="given-arrays">${this.held.map((one) => this.renderHeld(one))}</ul>` : nothing}
        ${this.renderPaste()}
        ${this.fault ? html`<p class="fault" role="alert" data-testid="file-fault">${this.fault}</p>` : nothing}
      </div>
    `;
  }

  private renderHeld(one: Held) {
    const { name, dtype, shape } = one.array;
    const use = (event: Event) => {
      const value = (event.target as HTMLSelectElement).value;
      const role = ROLES.find((known) => known === value) ?? null;
      this.hold(this.held.map((other) => (other === one ? { ...one, role } : other)));
    };
    return html`<li>
      <span class="name">${t("files.array", { name: shorten(name), type: dtype, shape: shape.join(" × ") || "1" })}</span>
      <select aria-label=${t("files.use_of", { name })} @change=${use}>
        ${[null, ...ROLES].map((role) => html`<option value=${role ?? ""} .selected=${role === one.role}>${roleName(role)}</option>`)}
      </select>
      <button class="quiet" aria-label=${t("files.remove_of", { name })}
        @click=${() => this.hold(this.held.filter((other) => other !== one))}>${t("files.remove")}</button>
    </li>`;
  }

  private renderPaste() {
    const paste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.length <= MOST_SHOWN) return;
      event.preventDefault();
      this.usePasted(text);
    };
    return html`<details>
      <summary>${t("files.paste")}</summary>
      <label for="role">${t("files.use")}</label>
      <select id="role" data-testid="paste-role">${ROLES.map((role) => html`<option value=${role}>${roleName(role)}</option>`)}</select>
      <label for="numbers">${t("files.paste.label")}</label>
      <textarea id="numbers" rows="4" spellcheck="false" autocomplete="off" data-testid="paste-numbers" @paste=${paste}></textarea>
      <button data-testid="paste-use" @click=${() => this.usePasted(this.area.value)}>${t("files.paste.use")}</button>
    </details>`;
  }

  private usePasted(text: string): void {
    const chosenRole = ROLES.find((role) => role === this.roleMenu.value) ?? "query";
    const name = t("files.pasted", { role: roleName(chosenRole) });
    void this.holdRead(async () => (await readers()).readPasted(text, name), chosenRole);
  }

  /** Answers why they were refused, "" where they were not. */
  async readFiles(files: readonly File[]): Promise<string> {
    await this.holdRead(async () => {
      const arrays: NumberArray[] = [];
      for (const file of files) {
        checkFileSize(file.name, file.size);
        arrays.push(...(await (await readers()).readArrays(file.name, await bytesOf(file))));
      }
      return arrays;
    }, null);
    return this.fault;
  }

  /** A file that the page around hands in. */
  async readBytes({ name, bytes }: { name: string; bytes: Uint8Array }): Promise<string> {
    await this.holdRead(async () => {
      checkFileSize(name, bytes.length);
      return (await readers()).readArrays(name, bytes);
    }, null);
    return this.fault;
  }

  /** Several files are taken together or not at all. */
  private async holdRead(read: () => Promise<readonly NumberArray[]>, role: Role | null): Promise<void> {
    this.isReading = true;
    try {
      const arrays = await read();
      const only = arrays.length === 1 ? role : null;
      const fresh = arrays.map((array) => ({ array, role: only ?? roleOf(array.name) }));
      if (fresh.length > 0) this.hold([...withoutRivals(this.held, fresh), ...fresh]);
    } catch (error) {
      this.refuse(error);
    } finally {
      this.isReading = false;
    }
  }

  private hold(held: readonly Held[]): void {
    this.held = held;
    this.fault = "";
    try {
      const arrays = chosen(held);
      const reason = held.length > 0 && Object.keys(arrays).length === 0 ? t("files.unused") : this.take(arrays);
      if (reason !== null) this.fault = `${reason} ${t("files.kept")}`;
    } catch (error) {
      this.refuse(error);
    }
  }

  private refuse(error: unknown): void {
    if (!(error instanceof FileFault)) throw error;
    const said = t(`fault.${error.fault}` as FilesKey, error.values);
    const names = this.held.flatMap(({ role, array }) => (role === null ? [shorten(array.name)] : [])).join(", ");
    // A file whose name says nothing is often the one that is missing.
    const hint = error.fault === "role_missing" && names !== "" ? `${t("files.idle", { names })} ` : "";
    this.fault = `${said}${/[.。]$/.test(said) ? "" : t("files.stop")} ${hint}${t("files.kept")}`;
  }
}

async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new FileFault("file_unread", { field: file.name });
  }
}

const roleName = (role: Role | null): string => t(`role.${role ?? "none"}` as FilesKey);

const shorten = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name);

/** Two arrays for one use are a fault. */
function chosen(held: readonly Held[]): GivenArrays {
  const given: { [name in Role]?: NumberArray } = {};
  for (const { array, role } of held) {
    if (role === null) continue;
    if (given[role]) throw new FileFault("role_twice", { field: role, came: `${given[role].name}, ${array.name}` });
    given[role] = array;
  }
  return given;
}

/** Without what the new ones take the place of: the same use, and X for q, k and v and the other way round. */
function withoutRivals(held: readonly Held[], fresh: readonly Held[]): Held[] {
  const roles = new Set(fresh.map(({ role }) => role));
  const gone = new Set<Role | null>(roles);
  if (X.some((role) => roles.has(role))) for (const role of QKV) gone.add(role);
  if (QKV.some((role) => roles.has(role))) for (const role of X) gone.add(role);
  gone.delete(null);
  return held.filter(({ role }) => !gone.has(role));
}

customElements.define("posenc-given-files", PosencGivenFiles);

declare global {
  interface HTMLElementTagNameMap {
    "posenc-given-files": PosencGivenFiles;
  }
}
