/** What a picture is to go with. `colour` is the brand's, as #rrggbb. */
export type PictureRequest = { niche: string; title: string; caption: string; colour: string | null };

/** Of the caption; more than its beginning only leads a model astray. */
const CAPTION_MAX = 600;

/**
 * The prompt for a picture model. Words are left to the caption: models misspell them, and people who cannot see the
 * picture would miss them.
 */
export function picturePrompt({ niche, title, caption, colour }: PictureRequest): string {
  return [
    `A picture that goes with a social media post about ${oneLine(niche)}.`,
    `The post is called “${oneLine(title)}” and says: ${oneLine(caption).slice(0, CAPTION_MAX)}`,
    'Show one clear scene or object that stands for it, in the middle of the picture, with quiet space around it.',
    `Style: calm editorial photograph, natural light, muted warm colours with one strong accent${colour ? ` of the colour ${colour}` : ''}.`,
    'Portrait format. No words, letters, numbers, logos, watermarks or screens anywhere in the picture, and nobody who could be recognised.',
  ].join('\n');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
