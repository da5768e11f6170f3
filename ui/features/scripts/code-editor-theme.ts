import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const tint = (token: string, percent: number) => `color-mix(in oklab, var(--${token}) ${percent}%, transparent)`;

const surface = EditorView.theme({
  '&': { height: '100%', fontSize: 'inherit', color: 'var(--foreground)' },
  '&.cm-focused': { outline: '2px solid var(--ring)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.65', fontVariantLigatures: 'none' },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--foreground)' },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-line': { padding: '0 1rem 0 0.5rem' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--muted-foreground)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.75rem', padding: '0 0.5rem 0 0.75rem' },
  '.cm-activeLine': { backgroundColor: tint('foreground', 4) },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--foreground)' },
  '.cm-cursor': { borderLeftColor: 'var(--foreground)', borderLeftWidth: '2px' },
  '.cm-selectionBackground': { backgroundColor: tint('foreground', 12) },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': { backgroundColor: tint('primary', 24) },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: tint('primary', 18), outline: 'none' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: tint('destructive', 18), outline: 'none' },
});

const inks = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--muted-foreground)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.self], color: 'var(--primary)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--success)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.escape], color: 'var(--warning)' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], fontWeight: '600' },
  { tag: tags.invalid, color: 'var(--destructive)' },
]);

/** Code in the product's colours, from the tokens of styles.css, which follow light and dark mode. */
export const editorTheme: Extension = [surface, syntaxHighlighting(inks)];
