/**
 * What each rotary model does, by the formulas of its family and not by this code: inv_freq and amplitude were computed
 * once in Python with mpmath at 40 digits (b^(-2i/d) and the published rule of the scaling) and are given to 12 digits.
 *
 *   layers    the layer type, where a model has several that turn
 *   head_dim  of the widest heads
 *   length    what a scaling that depends on the length goes by
 *
 * ChatGLM-6B turns each half of its head by itself: pair 41 is pair 9 of the second half, d = 64.
 */
const table = `
model             layers             head_dim  width  base            pairing      scaling   length  pair  inv_freq          amplitude
llama-1-7b        -                  128       128    10000           half_split   none      -       5     4.86967525166e-1  1.0
llama-2-7b        -                  128       128    10000           half_split   none      -       41    2.73841963426e-3  1.0
llama-2-13b       -                  128       128    10000           half_split   none      -       63    1.15478198469e-4  1.0
llama-2-70b       -                  128       128    10000           half_split   none      -       17    8.6596432336e-2   1.0
llama-3-8b        -                  128       128    500000          half_split   none      -       29    2.61609925293e-3  1.0
llama-3-70b       -                  128       128    500000          half_split   none      -       63    2.45514079113e-6  1.0
llama-3.1-8b      -                  128       128    500000          half_split   llama3    -       29    2.1665707635e-3   1.0
llama-3.1-70b     -                  128       128    500000          half_split   llama3    -       63    3.06892598891e-7  1.0
llama-3.1-405b    -                  128       128    500000          half_split   llama3    -       33    3.12693750384e-4  1.0
llama-3.2-1b      -                  64        64     500000          half_split   llama3    -       16    4.29556796559e-4  1.0
llama-3.2-3b      -                  128       128    500000          half_split   llama3    -       31    7.62541203356e-4  1.0
llama-3.3-70b     -                  128       128    500000          half_split   llama3    -       34    1.78507812768e-4  1.0
llama-4-scout     -                  128       128    500000          interleaved  llama3    -       40    1.71405109798e-5  1.0
qwen-1-7b         -                  128       128    10000           half_split   qwen_ntk  8192    21    4.86967525166e-2  1.0
qwen-1-7b         -                  128       128    72195.86008651  half_split   qwen_ntk  20000   21    2.54566149348e-2  1.0
qwen1.5-7b        -                  128       128    1000000         half_split   none      -       11    9.3057204093e-2   1.0
qwen2-7b          -                  128       128    1000000         half_split   none      -       23    6.9783058486e-3   1.0
qwen2.5-0.5b      -                  64        64     1000000         half_split   none      -       9     2.05352502646e-2  1.0
qwen2.5-7b        -                  128       128    1000000         half_split   none      -       31    1.24093776075e-3  1.0
qwen2.5-7b-yarn   -                  128       128    1000000         half_split   yarn      -       31    8.02959727545e-4  1.13862943611
qwen2.5-7b-1m     -                  128       128    10000000        half_split   none      -       31    4.06794432108e-4  1.0
qwen3-0.6b        -                  128       128    1000000         half_split   none      -       51    1.65481709994e-5  1.0
qwen3-8b          -                  128       128    1000000         half_split   none      -       13    6.04296390238e-2  1.0
qwen2-vl-7b       -                  128       128    1000000         half_split   none      -       40    1.77827941004e-4  1.0
qwen3-vl-4b       -                  128       128    5000000         half_split   none      -       40    6.50344912624e-5  1.0
mistral-7b-v0.1   -                  128       128    10000           half_split   none      -       35    6.49381631576e-3  1.0
mistral-7b-v0.3   -                  128       128    1000000         half_split   none      -       35    5.23299114681e-4  1.0
mixtral-8x7b      -                  128       128    1000000         half_split   none      -       43    9.3057204093e-5   1.0
mixtral-8x22b     -                  128       128    1000000         half_split   none      -       61    1.91095297497e-6  1.0
ministral-3-3b    -                  128       128    1000000         half_split   yarn      -       29    9.62502049893e-4  1.0
phi-1.5           -                  64        32     10000           half_split   none      -       7     1.77827941004e-2  1.0
phi-2             -                  80        32     10000           half_split   none      -       13    5.6234132519e-4   1.0
phi-3-mini-4k     -                  96        96     10000           half_split   none      -       19    2.61015721568e-2  1.0
phi-3.5-mini      -                  96        96     10000           half_split   longrope  4096    20    1.16455942698e-2  1.19023807142
phi-3.5-mini      -                  96        96     10000           half_split   longrope  4097    20    6.61072239265e-4  1.19023807142
phi-4-mini        -                  128       96     10000           half_split   longrope  4096    25    8.25404185268e-3  1.19023807142
phi-4-mini        -                  128       96     10000           half_split   longrope  4097    25    5.04089724895e-4  1.19023807142
phi-4             -                  128       128    250000          half_split   none      -       27    5.2813391684e-3   1.0
gemma-7b          -                  256       256    10000           half_split   none      -       77    3.92418975848e-3  1.0
gemma-2-2b        -                  256       256    10000           half_split   none      -       101   6.9783058486e-4   1.0
gemma-2-9b        -                  256       256    10000           half_split   none      -       3     8.05842187761e-1  1.0
gemma-2-27b       -                  128       128    10000           half_split   none      -       3     6.49381631576e-1  1.0
gemma-3-1b        full_attention     256       256    1000000         half_split   none      -       31    3.52269465147e-2  1.0
gemma-3-1b        sliding_attention  256       256    10000           half_split   none      -       31    1.07460782832e-1  1.0
gemma-3-4b        full_attention     256       256    1000000         half_split   linear    -       31    4.40336831434e-3  1.0
gemma-3-4b        sliding_attention  256       256    10000           half_split   none      -       31    1.07460782832e-1  1.0
gemma-3-12b       full_attention     256       256    1000000         half_split   linear    -       31    4.40336831434e-3  1.0
gemma-3-12b       sliding_attention  256       256    10000           half_split   none      -       31    1.07460782832e-1  1.0
gemma-3-27b       full_attention     128       128    1000000         half_split   linear    -       31    1.55117220094e-4  1.0
gemma-3-27b       sliding_attention  128       128    10000           half_split   none      -       31    1.15478198469e-2  1.0
gemma-4-31b       full_attention     512       512    1000000         half_split   none      -       63    3.33762469429e-2  1.0
gemma-4-31b       sliding_attention  512       256    10000           half_split   none      -       63    1.07460782832e-2  1.0
deepseek-v2-lite  -                  192       64     10000           interleaved  yarn      -       15    8.33450895102e-3  1.0
deepseek-v3       -                  192       64     10000           interleaved  yarn      -       20    7.90569415042e-4  1.0
chatglm-6b        -                  128       128    10000           half_split   none      -       41    7.49894209332e-2  1.0
chatglm2-6b       -                  128       64     10000           interleaved  none      -       21    2.37137370566e-3  1.0
chatglm3-6b       -                  128       64     10000           interleaved  none      -       22    1.77827941004e-3  1.0
chatglm3-6b-32k   -                  128       64     500000          interleaved  none      -       22    1.20769737411e-4  1.0
glm-4-9b          -                  128       64     5000000         interleaved  none      -       22    2.48003678213e-5  1.0
glm-4-9b-1m       -                  128       64     100000000       interleaved  none      -       22    3.16227766017e-6  1.0
gpt-neox-20b      -                  96        24     10000           half_split   none      -       7     4.64158883361e-3  1.0
gpt-j-6b          -                  256       64     10000           interleaved  none      -       11    4.21696503429e-2  1.0
palm-540b         -                  256       256    10000           half_split   none      -       45    3.92418975848e-2  1.0
roformer-base     -                  64        64     10000           interleaved  none      -       19    4.21696503429e-3  1.0
gpt-oss-20b       -                  64        64     150000          half_split   yarn      -       12    6.79495948973e-3  1.34657359028
smollm3-3b        -                  128       128    5000000         half_split   none      -       37    1.34016405762e-4  1.0
command-r7b       -                  128       128    50000           interleaved  none      -       37    1.92047194075e-3  1.0
falcon-7b         -                  64        64     10000           half_split   none      -       25    7.49894209332e-4  1.0
`;

export interface ExpectedFrequencies {
  model: string;
  layers?: string;
  head_dim: number;
  rotary_dim: number;
  base: number;
  pairing: string;
  scaling: string;
  length?: number;
  pair: number;
  inv_freq: number;
  attention_factor: number;
}

function parseRow(line: string): ExpectedFrequencies {
  const [model = "", layers = "", ...cells] = line.split(/\s+/);
  const [head_dim, rotary_dim, base, pairing = "", scaling = "", length, pair, inv_freq, attention_factor] = cells;
  return {
    model,
    ...(layers !== "-" && { layers }),
    head_dim: Number(head_dim),
    rotary_dim: Number(rotary_dim),
    base: Number(base),
    pairing,
    scaling,
    ...(length !== "-" && { length: Number(length) }),
    pair: Number(pair),
    inv_freq: Number(inv_freq),
    attention_factor: Number(attention_factor),
  };
}

export const EXPECTED_FREQUENCIES = table.trim().split("\n").slice(1).map(parseRow);
