"""Small random checkpoints of each family as their files, and the models that they are of."""

from __future__ import annotations

import json
from typing import Any

import safetensors.torch
import torch

from tests.checkpoints.theirs import randomised, weights_of
from tests.text.vocabularies import byte_level, marian_ids, spm, wordpiece

Files = dict[str, bytes]


def safetensors_of(model: torch.nn.Module) -> bytes:
    return safetensors.torch.save({path: x.contiguous() for path, x in weights_of(model).items()})


def config_of(model: Any) -> bytes:
    return json.dumps(model.config.to_dict(), default=str).encode()


def gpt2() -> tuple[Any, Files]:
    import transformers

    end = byte_level().vocabulary.ids["<|endoftext|>"]
    config = transformers.GPT2Config(
        vocab_size=byte_level().vocab_size,
        bos_token_id=end,
        eos_token_id=end,
        attn_implementation="eager",
        n_embd=32,
        n_head=4,
        n_layer=2,
        n_positions=64,
    )
    model = randomised(transformers.GPT2LMHeadModel(config))
    return model, {
        "config.json": config_of(model),
        "model.safetensors": safetensors_of(model),
        "tokenizer.json": byte_level().model,
        "pytorch_model.bin": b"\x80never opened",
    }


def bert() -> tuple[Any, Files]:
    import transformers

    sizes = {"hidden_size": 24, "num_attention_heads": 3, "num_hidden_layers": 2}
    config = transformers.BertConfig(
        vocab_size=wordpiece().vocab_size,
        max_position_embeddings=40,
        intermediate_size=40,
        attn_implementation="eager",
        **sizes,
    )
    model = randomised(transformers.BertForMaskedLM(config))
    return model, {
        "config.json": config_of(model),
        "model.safetensors": safetensors_of(model),
        "vocab.txt": "\n".join(wordpiece().vocabulary.pieces).encode(),
        "tokenizer_config.json": b'{"do_lower_case": true}',
    }


def marian() -> tuple[Any, Files]:
    import transformers

    ids = marian_ids()
    config = transformers.MarianConfig(
        vocab_size=len(ids),
        pad_token_id=ids["<pad>"],
        eos_token_id=ids["</s>"],
        decoder_start_token_id=ids["<pad>"],
        forced_eos_token_id=None,
        attn_implementation="eager",
        d_model=24,
        encoder_attention_heads=3,
        decoder_attention_heads=3,
        encoder_ffn_dim=40,
        decoder_ffn_dim=40,
        encoder_layers=2,
        decoder_layers=1,
        max_position_embeddings=64,
        activation_function="swish",
        scale_embedding=True,
    )
    model = randomised(transformers.MarianMTModel(config))
    model.final_logits_bias.normal_(std=0.3, generator=torch.Generator().manual_seed(1))
    return model, {
        "config.json": config_of(model),
        "model.safetensors": safetensors_of(model),
        "source.spm": spm(),
        "target.spm": spm(),
        "vocab.json": json.dumps(ids).encode(),
    }


def gpt2_files() -> Files:
    return gpt2()[1]


def bert_files() -> Files:
    return bert()[1]


def marian_files() -> Files:
    return marian()[1]
