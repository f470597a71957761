"""`python -m int2vec`: the command line; `torchrun -m int2vec train lstm` starts it too."""

from int2vec.cli import main

if __name__ == "__main__":
    main()
