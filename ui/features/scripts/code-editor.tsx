import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { Annotation, type Extension, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { editorTheme } from '@/features/scripts/code-editor-theme.ts';

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
