import type { CardDesign, Slide } from '../post.ts';
import type { CardNode } from './card-node.ts';

/** Pixels of a card: 4:5, the tallest picture that Instagram takes. */
export const CARD_WIDTH = 1080;
export const CARD_HEIGHT = 1350;

/** Where a card stands in its post; `index` counts from 0. */
export type CardPosition = { index: number; count: number };

/** What a design is given; the slide's texts are already fit to be drawn. */
export type CardContent = { slide: Slide; theme: CardDesign['theme']; position: CardPosition };

/** How title and body look, and the space that they share. */
export type TextFrame = {
  width: number;
  height: number;
  /** The largest size of the title in pixels; smaller ones are tried until it fits. */
  titleSize: number;
  title: Record<string, string | number>;
  body: Record<string, string | number>;
};

/** One card design: its frame for the words, and the whole card around the fitted words. */
export type CardLayout = {
  frame(content: CardContent): TextFrame;
  compose(content: CardContent, words: CardNode): CardNode;
};
