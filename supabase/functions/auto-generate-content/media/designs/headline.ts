import { CARD_HEIGHT, CARD_WIDTH, type CardContent, type CardLayout } from '../card-layout.ts';
import { arrow, box, text } from '../card-node.ts';
import { paletteFor } from '../palette.ts';

const MARGIN = 84;
const WIDTH = CARD_WIDTH - 2 * MARGIN;

/** One block of colour and a loud headline that stands on the ground of the card. */
export const headline: CardLayout = {
  frame: (content) => ({
    width: WIDTH,
    height: 880,
    titleSize: 136,
    title: { fontWeight: 800, letterSpacing: '-0.035em', color: coloursOf(content).ink },
    body: { fontWeight: 500, color: coloursOf(content).ink, opacity: 0.86 },
  }),
  compose(content, words) {
    const { slide, position } = content;
    const { ground, ink, shape } = coloursOf(content);
    const small = { fontSize: 32, fontWeight: 700, color: ink };
    return box(
      {
        width: CARD_WIDTH,
        height: CARD_HEIGHT,
        padding: MARGIN,
        flexDirection: 'column',
        background: ground,
        position: 'relative',
      },
      [
        box({
          position: 'absolute',
          top: -240,
          right: -220,
          width: 500,
          height: 500,
          borderRadius: 250,
          background: shape,
        }),
        box({ width: WIDTH, justifyContent: 'space-between', alignItems: 'center' }, [
          text(slide.kicker, { ...small, padding: '14px 26px', borderRadius: 40, border: `3px solid ${ink}` }),
          position.count > 1
            ? text(`${position.index + 1}/${position.count}`, { ...small, flexShrink: 0, marginLeft: 'auto' })
            : null,
        ]),
        box({ flexGrow: 1, alignItems: 'flex-end', paddingBottom: 56 }, [words]),
        box({ width: WIDTH, height: 60, justifyContent: 'space-between', alignItems: 'center' }, [
          text(slide.footer || ' ', { ...small, fontWeight: 500 }),
          position.index + 1 < position.count ? arrow(ink, 60) : null,
        ]),
      ],
    );
  },
};

function coloursOf({ slide, theme }: CardContent): { ground: string; ink: string; shape: string } {
  const palette = paletteFor(slide.kicker ?? '');
  return theme === 'light'
    ? { ground: palette.pale, ink: palette.deep, shape: `${palette.accent}2e` }
    : { ground: palette.accent, ink: palette.onAccent, shape: `${palette.deep}33` };
}
