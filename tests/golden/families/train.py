"""One layer of the trained Transformer by autograd: the loss and every gradient, for every method.

The model of cpp/model/model_config.hpp in plain torch, float64, from the papers' formulas; nothing of cpp/ is used.
Parameters are no random numbers but a formula of name and index, so that the file holds gradients only.
"""

import math

import torch

WIDTH, HEADS, HEAD_DIM, MLP, VOCABULARY = 6, 2, 4, 5, 5
BATCH, TOKENS = 2, 6
INPUTS = torch.tensor([[0, 3, 1, 4, 2, 2], [4, 4, 0, 1, 3, 0]])
TARGETS = torch.tensor([[3, 1, -1, 2, 2, 0], [-1, 0, 1, 3, -1, 4]])  # -1: ignored
DISTANCE = (torch.arange(TOKENS)[:, None] - torch.arange(TOKENS)[None, :]).double()  # query - key
PAST = DISTANCE.clamp(min=0)


def number(name, index):
    value = ((index * 7919 + sum(map(ord, name)) * 31) % 33 - 16) / 32
    return abs(value) + 0.25 if ".kerple." in name else value


class Parameters:
    """Made where they are first asked for; kept by name."""

    def __init__(self):
        self.all = {}

    def __call__(self, name, *shape):
        if name not in self.all:
            numbers = [number(name, index) for index in range(math.prod(shape))]
            self.all[name] = torch.tensor(numbers, dtype=torch.float64).view(shape).requires_grad_()
        return self.all[name]


def sinusoids(positions, width, interleaved):
    angles = positions.double()[..., None] / 10000 ** (2 * torch.arange(width // 2) / width)
    parts = (angles.sin(), angles.cos())
    return torch.stack(parts, -1).flatten(-2) if interleaved else torch.cat(parts, -1)


class Method:
    """Where a method acts; what it does not touch stays as it is."""

    kind = "none"
    fields = {}
    scale = HEAD_DIM**-0.5

    def __init__(self, parameters):
        self.parameters = parameters

    def table(self, name, *shape):
        return self.parameters(f"positions.0.{self.kind}.{name}", *shape)

    def encoding(self):
        return 0

    def turn(self, x):
        return x

    def scores(self, q, k):
        """[batch, heads, queries, keys], beside the scaled product."""
        return 0

    def finish(self, scores, q, visible):
        return scores

    def values(self, weights):
        return 0


class Sinusoidal(Method):
    kind = "sinusoidal"

    def encoding(self):
        return sinusoids(torch.arange(TOKENS), WIDTH, interleaved=True)


class Learned(Method):
    kind = "learned"

    def encoding(self):
        return self.table("table", 8, WIDTH)[:TOKENS]


class Rotary(Method):
    kind = "rotary"

    def turn(self, x):
        angles = torch.arange(TOKENS).double()[:, None] / 10000 ** (2 * torch.arange(HEAD_DIM // 2) / HEAD_DIM)
        left, right = x.chunk(2, -1)
        return torch.cat((left * angles.cos() - right * angles.sin(), left * angles.sin() + right * angles.cos()), -1)


class Shaw(Method):
    kind = "shaw"

    def row(self):
        return (-DISTANCE).clamp(-2, 2).long() + 2

    def scores(self, q, k):
        return torch.einsum("bhqd,qkd->bhqk", q, self.table("keys", 5, HEAD_DIM)[self.row()]) * self.scale

    def values(self, weights):
        return torch.einsum("bhqk,qkd->bhqd", weights, self.table("values", 5, HEAD_DIM)[self.row()])


class TransformerXl(Method):
    kind = "transformer_xl"

    def scores(self, q, k):
        u, v = self.table("u", HEADS, HEAD_DIM), self.table("v", HEADS, HEAD_DIM)
        waves = sinusoids(DISTANCE, WIDTH, interleaved=False) @ self.table("projection", HEADS * HEAD_DIM, WIDTH).T
        relative = waves.view(TOKENS, TOKENS, HEADS, HEAD_DIM)
        terms = torch.einsum("hd,bhkd->bhk", u, k)[:, :, None, :]
        return (terms + torch.einsum("bhqd,qkhd->bhqk", q + v[:, None, :], relative)) * self.scale


class T5Bias(Method):
    kind = "t5_bias"
    scale = 1

    def scores(self, q, k):
        # 4 buckets, the first 2 exact, up to distance 6, causal.
        far = 2 + (2 * torch.log(PAST.clamp(min=1) / 2) / math.log(6 / 2) + 1e-9).floor().clamp(max=1)
        bucket = torch.where(PAST < 2, PAST, far).long()
        return self.table("table", 4, HEADS)[bucket].permute(2, 0, 1)


class Alibi(Method):
    kind = "alibi"

    def scores(self, q, k):
        slopes = torch.tensor([2.0**-4, 2.0**-8], dtype=torch.float64)
        return -slopes[:, None, None] * DISTANCE


class Deberta(Method):
    kind = "deberta"
    scale = (3 * HEAD_DIM) ** -0.5

    def scores(self, q, k):
        row = (DISTANCE.long() + 3).clamp(0, 5)
        keys = self.table("position_keys", 6, HEADS * HEAD_DIM)[row].view(TOKENS, TOKENS, HEADS, HEAD_DIM)
        queries = self.table("position_queries", 6, HEADS * HEAD_DIM)[row].view(TOKENS, TOKENS, HEADS, HEAD_DIM)
        return (torch.einsum("bhqd,qkhd->bhqk", q, keys) + torch.einsum("bhkd,qkhd->bhqk", k, queries)) * self.scale


class Kerple(Method):
    kind = "kerple"

    def scores(self, q, k):
        p, a = self.table("p", HEADS), self.table("a", HEADS)
        return -p[:, None, None] * torch.log(1 + a[:, None, None] * PAST)


class Sandwich(Method):
    kind = "sandwich"

    def scores(self, q, k):
        frequencies = 10000 ** (-2 * torch.arange(1, HEAD_DIM // 2 + 1).double() / HEAD_DIM)
        sums = (torch.cos(PAST[..., None] * frequencies) - 1).sum(-1)
        return sums * HEADS / (8 * torch.arange(1, HEADS + 1)[:, None, None])


class Fire(Method):
    kind = "fire"

    def scores(self, q, k):
        def psi(x):
            return torch.log((0.1 * x).abs() + 1)

        share = psi(DISTANCE) / psi(torch.arange(TOKENS).double().clamp(min=3))[:, None]
        hidden = torch.relu(share[..., None] * self.table("hidden_weight", 32) + self.table("hidden_bias", 32))
        bias = hidden @ self.table("output_weight", HEADS, 32).T + self.table("output_bias", HEADS)
        return bias.permute(2, 0, 1)


class Cope(Method):
    kind = "cope"

    def finish(self, scores, q, visible):
        gates = torch.sigmoid(scores) * visible
        position = gates.flip(-1).cumsum(-1).flip(-1).clamp(max=2)
        below, above = position.floor().long(), position.ceil().long()
        terms = q @ self.table("table", 3, HEAD_DIM).T * self.scale
        share = position - below
        return scores + (1 - share) * terms.gather(-1, below) + share * terms.gather(-1, above)


METHODS = [
    Method, Sinusoidal, Learned, Rotary, Shaw, TransformerXl, T5Bias, Alibi, Deberta, Kerple, Sandwich, Fire, Cope,
]  # fmt: skip


def rms_norm(x, weight):
    return torch.nn.functional.rms_norm(x, (WIDTH,), weight, eps=1e-5)


def attention(parameters, method, x):
    joined = HEADS * HEAD_DIM
    q, k, v = (x @ parameters("layers.0.attention.query_key_value.weight", 3 * joined, WIDTH).T).chunk(3, -1)
    q, k, v = (part.view(BATCH, TOKENS, HEADS, HEAD_DIM).transpose(1, 2) for part in (q, k, v))
    q, k = method.turn(q), method.turn(k)
    visible = DISTANCE >= 0
    scores = method.finish(q @ k.transpose(-1, -2) * method.scale + method.scores(q, k), q, visible)
    weights = torch.softmax(scores.masked_fill(~visible, -math.inf), -1)
    output = weights @ v + method.values(weights)
    output = output.transpose(1, 2).reshape(BATCH, TOKENS, joined)
    return output @ parameters("layers.0.attention.output.weight", WIDTH, joined).T


def loss_of(parameters, method):
    x = parameters("embedding.weight", VOCABULARY, WIDTH)[INPUTS] + method.encoding()
    x = x + attention(parameters, method, rms_norm(x, parameters("layers.0.attention_norm.weight", WIDTH)))
    hidden = rms_norm(x, parameters("layers.0.mlp_norm.weight", WIDTH)) @ parameters("layers.0.mlp.up.weight", MLP, WIDTH).T
    hidden = torch.nn.functional.gelu(hidden, approximate="tanh")
    x = x + hidden @ parameters("layers.0.mlp.down.weight", WIDTH, MLP).T
    logits = rms_norm(x, parameters("norm.weight", WIDTH)) @ parameters("output.weight", VOCABULARY, WIDTH).T
    return torch.nn.functional.cross_entropy(logits.flatten(0, 1), TARGETS.flatten(), ignore_index=-1)


def write(path):
    """One line a tensor: case NAME LOSS, then NAME SIZE NUMBERS… for every gradient."""
    with path.open("w", encoding="utf-8") as file:
        for kind in METHODS:
            parameters = Parameters()
            loss = loss_of(parameters, kind(parameters))
            loss.backward()
            print(f"case {kind.kind} {loss.item():.9g} {len(parameters.all)}", file=file)
            for name, parameter in parameters.all.items():
                numbers = " ".join(f"{x:.6g}" for x in parameter.grad.flatten().tolist())
                print(f"{name} {parameter.numel()} {numbers}", file=file)
