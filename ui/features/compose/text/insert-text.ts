/** Inserts text at the cursor or over the selection as if typed, so that the browser's undo works. */
export function insertText(field: HTMLTextAreaElement | HTMLInputElement, words: string): void {
  field.focus();
  // Deprecated without a successor: nothing else preserves the field's undo.
  if (document.execCommand('insertText', false, words)) return;
  field.setRangeText(words, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
