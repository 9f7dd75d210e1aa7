npx posenc encode --method sinusoidal --positions 0:4 --width 8 --format npy --output x.npy
npx posenc attention --embeddings x.npy --mask causal --outputs weights --format csv --digits 3
npx posenc frequencies model:llama-3.1-8b --format table
