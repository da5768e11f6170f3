import type { ModelList } from '../../../shared/ai.ts';

/** A model as its provider lists it; `methods` are what Google says that it can do. */
export type ListedModel = { id: string; methods?: string[] | undefined };

/** Providers say next to nothing of their models but the name, in which these words give away what makes pictures. */
const PICTURES =
  /image|imagen|dall-e|\bflux|diffusion|sdxl|kandinsky|ideogram|recraft|seedream|playground-v|nano-banana/i;
/** Neither writes posts nor makes pictures. */
const OTHERS =
  /embed|whisper|tts|audio|speech|realtime|transcri|translat|moderation|rerank|sora|veo|video|lyria|robotics|computer-use|-search-|davinci-002|babbage-002|\baqa\b/i;
/** Of Google's methods, those by which we ask. */
const ASKED_BY = ['generateContent', 'predict'];

/** Sorts a provider's models by what they are for, in its order. What is neither is left out. */
export function sortModels(models: readonly ListedModel[]): ModelList {
  const usable = models.filter(({ methods }) => !methods || methods.some((method) => ASKED_BY.includes(method)));
  const pictures = usable.filter(({ id }) => PICTURES.test(id));
  const writers = usable.filter(({ id }) => !PICTURES.test(id) && !OTHERS.test(id));
  const names = (list: readonly ListedModel[]) => [...new Set(list.map(({ id }) => id))];
  return { writers: names(writers), pictures: names(pictures) };
}
