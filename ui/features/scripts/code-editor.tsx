import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { Annotation, type Extension, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useRef } from 'react';

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

/** The editor's colours. They use the tokens of styles.css, so that light and dark mode apply automatically. */
const editorTheme: Extension = [surface, syntaxHighlighting(inks)];

const EXTENSIONS: Extension = [
  lineNumbers(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  javascriptLanguage,
  // Tab indents; CodeMirror makes Escape and then Tab leave the editor.
  keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
  editorTheme,
];

/** Marks text set from outside rather than typed. */
const fromOutside = Annotation.define<true>();

/**
 * A JavaScript editor (CodeMirror). `onChange` is called for the user's input, not for changes of `value`. `labelledBy`
 * and `describedBy` are the ids of its label and hint. Fills its container's height. Needs a key per document, or
 * documents share one undo history.
 */
export function CodeEditor({
  value,
  onChange,
  labelledBy,
  describedBy,
}: {
  value: string;
  onChange: (value: string) => void;
  labelledBy: string;
  describedBy: string;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  /** Typed text not yet passed back as `value`: a render may lag behind the keys, and must not undo them. */
  const typed = useRef<string[]>([]);
  const changed = useEffectEvent((text: string) => {
    typed.current.push(text);
    onChange(text);
  });

  useEffect(() => {
    const editor = new EditorView({
      parent: host.current as HTMLDivElement,
      extensions: [
        EXTENSIONS,
        EditorView.contentAttributes.of({
          'aria-labelledby': labelledBy,
          'aria-describedby': describedBy,
          // Accessibility checkers do not count contenteditable alone as reachable by keyboard.
          tabindex: '0',
        }),
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          if (docChanged && !transactions.some((transaction) => transaction.annotation(fromOutside)))
            changed(state.doc.toString());
        }),
      ],
    });
    view.current = editor;
    typed.current = [];
    return () => editor.destroy();
  }, [labelledBy, describedBy]);

  useEffect(() => {
    const echo = typed.current.lastIndexOf(value);
    typed.current = echo < 0 ? [] : typed.current.slice(echo + 1);
    if (echo < 0 && view.current) replaceText(view.current, value);
  }, [value]);

  return <div ref={host} className="h-full font-mono" />;
}

function replaceText(editor: EditorView, value: string) {
  const { doc } = editor.state;
  const text = editor.state.toText(value);
  if (text.eq(doc)) return;
  editor.dispatch({
    changes: { from: 0, to: doc.length, insert: text },
    annotations: [fromOutside.of(true), Transaction.addToHistory.of(false)],
  });
}
