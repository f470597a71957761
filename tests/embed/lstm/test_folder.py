from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch

from int2vec.embed.lstm.folder import LstmModel, extract_embeddings, load_lstm, save_lstm
from int2vec.embed.lstm.model import LstmConfig, LstmNetwork
from int2vec.errors import ModelError


@pytest.fixture
def network() -> LstmNetwork:
    torch.manual_seed(0)
    return LstmNetwork(LstmConfig(dim=24, hidden=32), 5002).eval()


def _hidden(network: LstmNetwork) -> torch.Tensor:
    with torch.no_grad():
        hidden, _ = network(torch.tensor([[0], [7], [9]]), network.start(1))
    return hidden


def test_a_saved_model_predicts_the_same(network: LstmNetwork, tmp_path: Path) -> None:
    integers = [10**30 - i for i in range(5000)]
    made = LstmModel(network=network, integers=integers, manifest={"note": 1})
    save_lstm(tmp_path, made)
    model = load_lstm(tmp_path)
    assert model.integers == integers
    assert model.manifest["note"] == 1
    torch.testing.assert_close(_hidden(model.network), _hidden(network), atol=0, rtol=0)
    vectors = extract_embeddings(tmp_path)
    expected = network.embedding.weight.detach().numpy()[2:]
    np.testing.assert_array_equal(vectors.matrix, expected)
    assert vectors.integers == tuple(integers)


def test_a_broken_folder_is_refused(network: LstmNetwork, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="missing"):
        load_lstm(tmp_path)
    save_lstm(tmp_path, LstmModel(network=network, integers=range(5000)))
    weights = tmp_path / "model.safetensors"
    whole = weights.read_bytes()
    weights.write_bytes(whole[:-1])
    with pytest.raises(ModelError, match="copy it again"):
        load_lstm(tmp_path)
    weights.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(ModelError, match="not the file its manifest names"):
        load_lstm(tmp_path)
    weights.write_bytes(whole)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["config"]["hidden"] = 33
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(ModelError, match="does not fit its manifest"):
        load_lstm(tmp_path)
    (tmp_path / "manifest.json").write_text("{}")
    with pytest.raises(ModelError, match="no LSTM language model"):
        extract_embeddings(tmp_path)
