// Attention as an ONNX model, written byte by byte: protobuf needs two kinds of fields here, numbers and bytes.
// The graph is what exporters make of softmax(q kᵀ scale + mask) v: Transpose, MatMul, Mul, (Add), Softmax, MatMul.

const FLOAT = 1;
const ATTRIBUTE_INT = 2;
const ATTRIBUTE_INTS = 7;

function varint(number) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(number));
  do {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}
const integer = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
const bytes = (field, ...parts) => {
  const content = Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : part)));
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
};

const node = (operator, inputs, output, ...attributes) =>
  bytes(1, ...inputs.map((name) => bytes(1, name)), bytes(2, output), bytes(4, operator), ...attributes);

const int = (name, value) => bytes(5, bytes(1, name), integer(3, value), integer(20, ATTRIBUTE_INT));
const ints = (name, values) =>
  bytes(5, bytes(1, name), ...values.map((value) => integer(8, value)), integer(20, ATTRIBUTE_INTS));

const constant = (name, shape, numbers) =>
  bytes(
    5,
    ...shape.map((extent) => integer(1, extent)),
    integer(2, FLOAT),
    bytes(8, name),
    bytes(9, Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength)),
  );

const tensor = (field, name, shape) => {
  const extents = shape.map((extent) => bytes(1, integer(1, extent)));
  return bytes(field, bytes(1, name), bytes(2, bytes(1, integer(1, FLOAT), bytes(2, ...extents))));
};

// mask: [tokens, tokens], added to the scores; absent: every key is seen.
export function attentionModel({ heads, tokens, headDim }, mask) {
  const shape = [heads, tokens, headDim];
  const scores = mask ? "masked" : "scaled";
  const graph = bytes(
    7,
    node("Transpose", ["key"], "transposed", ints("perm", [0, 2, 1])),
    node("MatMul", ["query", "transposed"], "products"),
    node("Mul", ["products", "scale"], "scaled"),
    ...(mask ? [node("Add", ["scaled", "mask"], "masked")] : []),
    node("Softmax", [scores], "weights", int("axis", -1)),
    node("MatMul", ["weights", "value"], "output"),
    bytes(2, "attention"),
    constant("scale", [], Float32Array.of(1 / Math.sqrt(headDim))),
    ...(mask ? [constant("mask", [tokens, tokens], mask)] : []),
    ...["query", "key", "value"].map((name) => tensor(11, name, shape)),
    tensor(12, "output", shape),
  );
  return Buffer.concat([integer(1, 8), graph, bytes(8, bytes(1, ""), integer(2, 17))]);
}

const domain = (name) => bytes(7, name);
const operators = (version, name = "") => bytes(8, bytes(1, name), integer(2, version));

// The same as one operator of onnxruntime, which divides by sqrt(headDim) itself; all of it [1, tokens, heads * headDim].
export function multiHeadAttentionModel({ heads, tokens, headDim, causal }) {
  const shape = [1, tokens, heads * headDim];
  const attributes = [int("num_heads", heads), int("unidirectional", causal ? 1 : 0), domain("com.microsoft")];
  const graph = bytes(
    7,
    node("MultiHeadAttention", ["query", "key", "value"], "output", ...attributes),
    bytes(2, "attention"),
    ...["query", "key", "value"].map((name) => tensor(11, name, shape)),
    tensor(12, "output", shape),
  );
  return Buffer.concat([integer(1, 8), graph, operators(17), operators(1, "com.microsoft")]);
}
