import { CARD_HEIGHT, CARD_WIDTH, type CardContent, type CardLayout } from '../card-layout.ts';
import { arrow, box, text } from '../card-node.ts';
import { paletteFor } from '../palette.ts';

const MARGIN = 92;
const WIDTH = CARD_WIDTH - 2 * MARGIN;

const COLOURS = {
  light: { paper: '#f7f2e8', ink: '#1d1a16', soft: '#5f574b', line: '#d9d0be' },
  dark: { paper: '#191714', ink: '#f6f0e4', soft: '#b9af9f', line: '#3a352d' },
};

/** A page of a quiet magazine: big ink type on warm paper between two hairlines. */
export const paper: CardLayout = {
  frame: ({ theme }) => ({
    width: WIDTH,
    height: 900,
    titleSize: 118,
    title: { fontWeight: 700, letterSpacing: '-0.028em', color: COLOURS[theme].ink },
    body: { fontWeight: 500, color: COLOURS[theme].soft },
  }),
  compose(content, words) {
    const { slide, theme, position } = content;
    const colours = COLOURS[theme];
    const accent = accentOf(content);
    const small = { fontSize: 32, fontWeight: 500, color: colours.soft };
    const isLast = position.index + 1 >= position.count;
    return box(
      { width: CARD_WIDTH, height: CARD_HEIGHT, padding: MARGIN, flexDirection: 'column', background: colours.paper },
      [
        box(
          {
            width: WIDTH,
            justifyContent: 'space-between',
            alignItems: 'center',
            paddingBottom: 30,
            borderBottom: `2px solid ${colours.line}`,
          },
          [
            box({ alignItems: 'center' }, [
              box({ width: 20, height: 20, borderRadius: 10, background: accent, marginRight: 18 }),
              text(slide.kicker || ' ', { ...small, fontWeight: 700, color: colours.ink }),
            ]),
            position.count > 1 ? text(`${position.index + 1} / ${position.count}`, { ...small, flexShrink: 0 }) : null,
          ],
        ),
        box({ flexGrow: 1, alignItems: 'center' }, [words]),
        box({ width: WIDTH, height: 64, justifyContent: 'space-between', alignItems: 'flex-end' }, [
          text(slide.footer || ' ', small),
          isLast
            ? box({ width: 72, height: 8, borderRadius: 4, background: accent, marginBottom: 12 })
            : arrow(accent, 56),
        ]),
      ],
    );
  },
};

function accentOf({ slide, theme }: CardContent): string {
  const palette = paletteFor(slide.kicker ?? '');
  return theme === 'light' ? palette.accent : palette.pale;
}
