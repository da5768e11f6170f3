/**
 * A good post for a prompt of server/generation/writers/model/write-prompt.ts, as an obedient model would write it: the
 * n-th longer sentence of the first source, for each of the platforms that the prompt names. `change` spoils it for a
 * test.
 */
export function postFrom(prompt: string, n: number, change: Record<string, unknown> = {}): object {
  const platforms = [...prompt.matchAll(/^ {2}- (\w+) \(/gm)].map(([, platform]) => platform ?? '');
  const source = /<source-[\w-]+ number="1"[^>]*>\n.*\n\n([\s\S]*?)\n<\/source/.exec(prompt)?.[1] ?? '';
  const sentences = source
    .split(/\n+/)
    .filter((block) => !block.startsWith('#'))
    .flatMap((block) => block.match(/[A-Z][^.!?]{40,160}[.!?]/g) ?? []);
  const passage = sentences[n % Math.max(1, sentences.length)] ?? '';
  const caption = `${passage} What would you try first, and why?`;
  const hashtags = ['#bread', '#baking'];
  return {
    source: passage ? 1 : 0,
    passage,
    content_type: 'image',
    caption,
    hashtags,
    slides: [{ title: passage.slice(0, 60), body: '' }],
    alternatives: Object.fromEntries(platforms.map((platform) => [platform, { caption, hashtags }])),
    ...change,
  };
}
