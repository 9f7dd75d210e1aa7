/** Copying, for elements with copy buttons: what was copied last, and the text where the clipboard is refused. */
import { css, type ReactiveControllerHost } from "lit";

/** Of the field that the text stands in then. */
export const copyFieldStyles = css`
  textarea {
    display: block;
    width: 100%;
    font: 12px/1.5 ui-monospace, Menlo, Consolas, monospace;
    color: inherit;
    background: none;
    border: 1px solid var(--rule-strong);
    border-radius: 4px;
  }
`;

type Host = ReactiveControllerHost & { readonly renderRoot: ParentNode };

export class Copying<Kind extends string> {
  copied: Kind | null = null;
  /** "" where nothing was refused. */
  refused = "";

  constructor(private readonly host: Host) {}

  /** What was copied belongs to something that is no longer shown. */
  forget(): void {
    this.copied = null;
    this.refused = "";
  }

  /** Where the clipboard is refused, the host shows the text in a field, which is selected. */
  async copy(kind: Kind, text: string): Promise<void> {
    this.forget();
    try {
      await navigator.clipboard.writeText(text);
      this.copied = kind;
      this.host.requestUpdate();
    } catch {
      this.refused = text;
      this.host.requestUpdate();
      await this.host.updateComplete;
      this.host.renderRoot.querySelector("textarea")?.select();
    }
  }
}
