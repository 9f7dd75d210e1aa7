"""Masks of transformers' masking_utils, as the weights of q = 0."""

import torch
from transformers import (
    masking_utils,
)

from .common import (
    TRANSFORMERS,
    case,
    silent,
)


def masks():
    tokens = 9
    i, j = torch.arange(tokens)[:, None], torch.arange(tokens)[None, :]
    none = torch.zeros(1).long()
    documents = torch.tensor([[0, 0, 0, 1, 1, 1, 1, 2, 2]])
    prefix = torch.tensor([[0, 0, 0, -1, -1, -1, -1, -1, -1]])
    causal_mask = masking_utils.causal_mask_function
    chosen = [
        ("causal", {"kind": "causal"}, "causal_mask_function", causal_mask),
        (
            "sliding window of 3",
            {"kind": "sliding_window", "window": 3},
            "sliding_window_causal_mask_function",
            masking_utils.sliding_window_causal_mask_function(3),
        ),
        (
            "local, reach 2",
            {"kind": "local", "reach": 2},
            "sliding_window_bidirectional_mask_function",
            masking_utils.sliding_window_bidirectional_mask_function(2),
        ),
        (
            "chunks of 4",
            {"kind": "chunked", "chunk": 4},
            "chunked_causal_mask_function",
            masking_utils.chunked_causal_mask_function(4, none),
        ),
        (
            "padding",
            {"kind": "padding", "keys": "001111110"},
            "padding_mask_function",
            masking_utils.padding_mask_function(torch.tensor([[0, 0, 1, 1, 1, 1, 1, 1, 0]]).bool()),
        ),
        (
            "documents",
            {"kind": "documents", "documents": documents[0]},
            "packed_sequence_mask_function",
            masking_utils.packed_sequence_mask_function(documents),
        ),
        (
            "documents, causal",
            {"kind": "all", "masks": [{"kind": "causal"}, {"kind": "documents", "documents": documents[0]}]},
            "packed_sequence_mask_function and causal_mask_function",
            masking_utils.and_masks(causal_mask, masking_utils.packed_sequence_mask_function(documents)),
        ),
        (
            "prefix of 3",
            {"kind": "prefix", "prefix": 3},
            "blockwise_overlay or causal_mask_function, the block being the prefix",
            masking_utils.or_masks(causal_mask, masking_utils.blockwise_overlay(prefix)),
        ),
    ]
    cases = []
    for name, mask, function, visible in chosen:
        seen = visible(0, 0, i, j).expand(tokens, tokens)
        weights = seen.double() / seen.sum(-1, keepdim=True).clamp(min=1)
        cases.append(
            case(
                f"mask: {name}",
                f"{TRANSFORMERS} masking_utils.{function}",
                {"input": silent(1, tokens, tokens), "mask": mask},
                {"weights": weights[None]},
            )
        )
    return cases
