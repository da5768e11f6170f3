/**
 * A provider's list of models, in the format of its own API, depending on the path; with models of other kinds in
 * between.
 */
export function listOf(path: string, { writers, pictures }: { writers: string[]; pictures: string[] }): object {
  if (path.startsWith('/google/')) {
    return {
      models: [
        ...writers.map((name) => ({ name: `models/${name}`, supportedGenerationMethods: ['generateContent'] })),
        ...pictures.map((name) => ({ name: `models/${name}`, supportedGenerationMethods: ['generateContent'] })),
        { name: 'models/small-embedding', supportedGenerationMethods: ['embedContent'] },
      ],
    };
  }
  const others = path.startsWith('/anthropic/') ? [] : [...pictures, 'small-embedding', 'small-tts'];
  return { data: [...writers, ...others].map((id) => ({ id })), has_more: false };
}
