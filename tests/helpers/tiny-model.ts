import { writeFile } from 'node:fs/promises';
import { seeded } from './seeded.ts';

/** The value types of GGUF metadata that are needed here, and its tensor type for 32-bit floats. */
const TYPE = { uint32: 4, int32: 5, float32: 6, string: 8, array: 9 } as const;
const F32 = 0;
const ALIGNMENT = 32;

const TOKEN = { normal: 1, unknown: 2, control: 3, byte: 6 } as const;
/** Printable ASCII; this tokenizer writes a space as U+2581. */
const CHARACTERS = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index).replace(' ', '\u2581'));
const BYTES = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);
const TOKENS = [
  { text: '<unk>', type: TOKEN.unknown },
  { text: '<s>', type: TOKEN.control },
  { text: '</s>', type: TOKEN.control },
  ...BYTES.map((text) => ({ text, type: TOKEN.byte })),
  ...CHARACTERS.map((text) => ({ text, type: TOKEN.normal })),
];

/** The sizes of a model of the Llama family. */
const SIZE = { context: 16_384, embedding: 32, layers: 1, heads: 4, feedForward: 64 };

type Value =
  | { type: 'string'; value: string }
  | { type: 'uint32' | 'float32'; value: number }
  | { type: 'array'; of: 'string'; values: string[] }
  | { type: 'array'; of: 'float32' | 'int32'; values: number[] };
type Tensor = { name: string; shape: number[] };

/**
 * Writes a model file that the engine can actually load: GGUF version 3, the Llama architecture with random weights,
 * and a tokenizer whose tokens are bytes and characters. It writes nonsense, in the form that a grammar allows.
 * https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
export async function writeTinyModel(path: string): Promise<void> {
  await writeFile(path, tinyModel());
}

function tinyModel(): Buffer {
  const metadata = Object.entries(metadataOf());
  const tensors = tensorsOf();
  const infos: Buffer[] = [];
  let offset = 0;
  for (const tensor of tensors) {
    infos.push(text(tensor.name), u32(tensor.shape.length), ...tensor.shape.map(u64), u32(F32), u64(offset));
    offset += padded(4 * elements(tensor));
  }
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(metadata.length),
    ...metadata.flatMap(([key, value]) => [text(key), ...encoded(value)]),
    ...infos,
  ]);
  return Buffer.concat([pad(head), ...weightsOf(tensors)]);
}

function metadataOf(): Record<string, Value> {
  const { context, embedding, layers, heads, feedForward } = SIZE;
  const number = (value: number): Value => ({ type: 'uint32', value });
  return {
    'general.architecture': { type: 'string', value: 'llama' },
    'general.name': { type: 'string', value: 'tiny' },
    'llama.context_length': number(context),
    'llama.embedding_length': number(embedding),
    'llama.block_count': number(layers),
    'llama.feed_forward_length': number(feedForward),
    'llama.attention.head_count': number(heads),
    'llama.attention.head_count_kv': number(heads),
    'llama.attention.layer_norm_rms_epsilon': { type: 'float32', value: 1e-5 },
    'llama.rope.dimension_count': number(embedding / heads),
    'llama.vocab_size': number(TOKENS.length),
    'tokenizer.ggml.model': { type: 'string', value: 'llama' },
    'tokenizer.ggml.tokens': { type: 'array', of: 'string', values: TOKENS.map(({ text }) => text) },
    'tokenizer.ggml.scores': { type: 'array', of: 'float32', values: TOKENS.map(() => 0) },
    'tokenizer.ggml.token_type': { type: 'array', of: 'int32', values: TOKENS.map(({ type }) => type) },
    'tokenizer.ggml.bos_token_id': number(1),
    'tokenizer.ggml.eos_token_id': number(2),
    'tokenizer.ggml.unknown_token_id': number(0),
  };
}

function tensorsOf(): Tensor[] {
  const { embedding, layers, feedForward } = SIZE;
  const vocabulary = TOKENS.length;
  const layer = (index: number): Tensor[] =>
    [
      { name: 'attn_norm', shape: [embedding] },
      { name: 'attn_q', shape: [embedding, embedding] },
      { name: 'attn_k', shape: [embedding, embedding] },
      { name: 'attn_v', shape: [embedding, embedding] },
      { name: 'attn_output', shape: [embedding, embedding] },
      { name: 'ffn_norm', shape: [embedding] },
      { name: 'ffn_gate', shape: [embedding, feedForward] },
      { name: 'ffn_up', shape: [embedding, feedForward] },
      { name: 'ffn_down', shape: [feedForward, embedding] },
    ].map(({ name, shape }) => ({ name: `blk.${index}.${name}.weight`, shape }));
  return [
    { name: 'token_embd.weight', shape: [embedding, vocabulary] },
    { name: 'output_norm.weight', shape: [embedding] },
    { name: 'output.weight', shape: [embedding, vocabulary] },
    ...Array.from({ length: layers }, (_, index) => layer(index)).flat(),
  ];
}

/** So much larger than the rest of a token's embedding that the layers do not change it noticeably. */
const CONSTANT = 8;

/**
 * Random, except for the first dimension, which is constant, so that the last tensor's weights for it are each token's
 * general probability. It is low for bytes and escapes, and strings end soon.
 */
function weightsOf(tensors: readonly Tensor[]): Buffer[] {
  const random = seeded(1);
  return tensors.map((tensor) => {
    const weights = Float32Array.from({ length: elements(tensor) }, () => random() - 0.5);
    for (const [token, { text, type }] of TOKENS.entries()) {
      const first = token * SIZE.embedding;
      if (tensor.name === 'token_embd.weight') weights[first] = CONSTANT;
      if (tensor.name === 'output.weight') weights[first] = liking(text, type);
    }
    return pad(Buffer.from(weights.buffer));
  });
}

function liking(text: string, type: number): number {
  if (type !== TOKEN.normal || text === '\\') return -2;
  return text === '"' ? 0.5 : 0;
}

function elements({ shape }: Tensor): number {
  return shape.reduce((product, length) => product * length, 1);
}

function encoded(value: Value): Buffer[] {
  if (value.type !== 'array') return [u32(TYPE[value.type]), scalar(value.type, value.value)];
  const { of, values } = value;
  return [u32(TYPE.array), u32(TYPE[of]), u64(values.length), ...values.map((each) => scalar(of, each))];
}

function scalar(type: Exclude<keyof typeof TYPE, 'array'>, value: string | number): Buffer {
  if (typeof value === 'string') return text(value);
  if (type === 'float32') return Buffer.from(Float32Array.of(value).buffer);
  return u32(value);
}

function text(value: string): Buffer {
  return Buffer.concat([u64(Buffer.byteLength(value)), Buffer.from(value)]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function padded(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(padded(bytes.length) - bytes.length)]);
}
