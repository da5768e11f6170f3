import { CARD_HEIGHT, CARD_WIDTH, type CardContent, type CardLayout } from '../card-layout.ts';
import { box, type CardNode, text } from '../card-node.ts';
import { paletteFor } from '../palette.ts';

const BAND = 236;
const MARGIN = 88;
const WIDTH = CARD_WIDTH - 2 * MARGIN;

const COLOURS = {
  light: { ground: '#ffffff', ink: '#16181d', soft: '#565b66' },
  dark: { ground: '#14161a', ink: '#f4f5f7', soft: '#a9aeb8' },
};

/** A band of colour with the niche in large letters; the words below on plain ground. Marks along the band count the slides. */
export const band: CardLayout = {
  frame: ({ theme }) => ({
    width: WIDTH,
    height: 830,
    titleSize: 112,
    title: { fontWeight: 800, letterSpacing: '-0.03em', color: COLOURS[theme].ink },
    body: { fontWeight: 500, color: COLOURS[theme].soft },
  }),
  compose(content, words) {
    const { slide, theme, position } = content;
    const colours = COLOURS[theme];
    const { accent, onAccent } = paletteFor(slide.kicker ?? '');
    return box({ width: CARD_WIDTH, height: CARD_HEIGHT, flexDirection: 'column', background: colours.ground }, [
      box(
        {
          width: CARD_WIDTH,
          height: BAND,
          padding: `52px ${MARGIN}px 44px`,
          flexDirection: 'column',
          justifyContent: 'space-between',
          background: accent,
        },
        [
          text(slide.kicker || ' ', { fontSize: 46, fontWeight: 700, letterSpacing: '-0.02em', color: onAccent }),
          marks(position, onAccent),
        ],
      ),
      box({ width: WIDTH, margin: `0 ${MARGIN}px`, flexGrow: 1, alignItems: 'center' }, [words]),
      box({ height: 130, padding: `0 ${MARGIN}px`, alignItems: 'center' }, [
        text(slide.footer || ' ', { fontSize: 32, fontWeight: 500, color: colours.soft }),
      ]),
    ]);
  },
};

/** One bar per slide, filled up to this one; a single bar for a post of one card. */
function marks({ index, count }: CardContent['position'], color: string): CardNode {
  const gap = 12;
  const width = count > 1 ? (WIDTH - gap * (count - 1)) / count : 96;
  return box(
    { width: WIDTH },
    Array.from({ length: count }, (_, at) =>
      box({
        width,
        height: 10,
        borderRadius: 5,
        marginRight: at + 1 < count ? gap : 0,
        background: color,
        opacity: at <= index ? 1 : 0.32,
      }),
    ),
  );
}
