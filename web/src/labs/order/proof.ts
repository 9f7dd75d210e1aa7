/** The proof, one formula per line, as MathML: read by screen readers, drawn by the browser, no fonts to fetch. */
import { html, mathml, type TemplateResult } from "lit";

const transposed = mathml`<msup><mi>P</mi><mi mathvariant="normal">⊤</mi></msup>`;

export const proof: readonly TemplateResult[] = [
  html`<math display="block"><mrow><mo stretchy="false">(</mo><mi>P</mi><mi>X</mi><mo stretchy="false">)</mo><msub><mi>W</mi><mi>Q</mi></msub><mo>=</mo><mi>P</mi><mo stretchy="false">(</mo><mi>X</mi><msub><mi>W</mi><mi>Q</mi></msub><mo stretchy="false">)</mo><mo>=</mo><mi>P</mi><mi>Q</mi></mrow></math>`,
  html`<math display="block"><mrow><mi>P</mi><mi>Q</mi><mspace width="0.17em"></mspace><msup><mrow><mo stretchy="false">(</mo><mi>P</mi><mi>K</mi><mo stretchy="false">)</mo></mrow><mi mathvariant="normal">⊤</mi></msup><mo>/</mo><msqrt><mi>d</mi></msqrt><mo>=</mo><mi>P</mi><mi>S</mi>${transposed}</mrow></math>`,
  html`<math display="block"><mrow><mi mathvariant="normal">softmax</mi><mo stretchy="false">(</mo><mi>P</mi><mi>S</mi>${transposed}<mo stretchy="false">)</mo><mo>=</mo><mi>P</mi><mi>A</mi>${transposed}</mrow></math>`,
  html`<math display="block"><mrow><mi>F</mi><mo stretchy="false">(</mo><mi>P</mi><mi>X</mi><mo stretchy="false">)</mo><mo>=</mo><mi>P</mi><mi>A</mi>${transposed}<mi>P</mi><mi>V</mi><mo>=</mo><mi>P</mi><mi>A</mi><mi>V</mi><mo>=</mo><mi>P</mi><mi>F</mi><mo stretchy="false">(</mo><mi>X</mi><mo stretchy="false">)</mo></mrow></math>`,
  html`<math display="block"><mrow><mfrac><mn>1</mn><mi>n</mi></mfrac><msup><mn>1</mn><mi mathvariant="normal">⊤</mi></msup><mi>P</mi><mi>F</mi><mo stretchy="false">(</mo><mi>X</mi><mo stretchy="false">)</mo><mo>=</mo><mfrac><mn>1</mn><mi>n</mi></mfrac><msup><mn>1</mn><mi mathvariant="normal">⊤</mi></msup><mi>F</mi><mo stretchy="false">(</mo><mi>X</mi><mo stretchy="false">)</mo></mrow></math>`,
];
