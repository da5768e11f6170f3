/**
 * Puts words where the cursor of a field stands, or in place of what is selected, as if they had been typed: the
 * browser's own undo takes them back.
 */
export function insertText(field: HTMLTextAreaElement | HTMLInputElement, words: string): void {
  field.focus();
  // Deprecated without a successor: nothing else keeps the field's undo.
  if (document.execCommand('insertText', false, words)) return;
  field.setRangeText(words, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
