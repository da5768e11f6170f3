import { fireEvent } from '@testing-library/dom';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Toaster, toast } from '@/components/toast.tsx';
import { leastCovering } from '@/components/toast-place.ts';
import { cleanup, render } from '../helpers/component/react.ts';

const shown = () => [...document.querySelectorAll<HTMLElement>('li[data-variant]')];
const titles = () => shown().map((notice) => notice.querySelector('p')?.textContent);
const wait = (ms: number) => flushSync(() => vi.advanceTimersByTime(ms));
const pressKey = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

/** Waits until React has rendered its deferred updates (all but those of clicks and keys) and run their effects. */
const settled = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise(setImmediate);
};

function say(title: string) {
  const onClick = vi.fn();
  flushSync(() => void toast.success(title, { action: { label: 'Undo', onClick } }));
  return onClick;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  render(<Toaster />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a notification', () => {
  it('with Undo stays more than ten seconds, also when something else is said, and longer under the pointer', async () => {
    const undo = say('Post cancelled');
    wait(6_000);
    flushSync(() => void toast.info('Copied'));
    expect(titles()).toEqual(['Copied', 'Post cancelled']);
    wait(6_000);
    expect(titles()).toEqual(['Post cancelled']);
    const [notice] = shown();
    if (notice) fireEvent.pointerOver(notice);
    await settled();
    wait(60_000);
    expect(titles()).toEqual(['Post cancelled']);
    if (notice) fireEvent.pointerOut(notice);
    await settled();
    wait(12_000);
    const button = notice?.querySelector('button');
    if (button) fireEvent.click(button);
    expect(undo).toHaveBeenCalledOnce();
    expect(titles()).toEqual([]);
  });

  it('is reached by F8, waits for whoever is there, and gives the focus back when Escape dismisses it', () => {
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    say('Post moved');
    expect(shown()[0]?.closest('[aria-live=polite]')).not.toBeNull();
    pressKey('F8');
    expect(shown()).toEqual([document.activeElement]);
    wait(60_000);
    pressKey('Escape');
    expect(titles()).toEqual([]);
    expect(document.activeElement).toBe(field);
    field.remove();
  });

  it('gives the focus back when its Undo is pressed', () => {
    const field = document.body.appendChild(document.createElement('input'));
    field.focus();
    const undo = say('Post deleted');
    const [button] = shown()[0]?.querySelectorAll('button') ?? [];
    button?.focus();
    if (button) fireEvent.click(button);
    expect(undo).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(field);
    field.remove();
  });

  it('leaves a dialog’s button free that is there only once the dialog has its contents', () => {
    const grown = new Set<() => void>();
    vi.stubGlobal(
      'ResizeObserver',
      class {
        readonly change: () => void;
        constructor(change: () => void) {
          this.change = change;
        }
        observe = () => void grown.add(this.change);
        disconnect = () => void grown.delete(this.change);
      },
    );
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    // Without layout, the element has no size.
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(384);
    onTestFinished(() => void vi.restoreAllMocks());
    onTestFinished(() => dialog.remove());
    onTestFinished(() => void vi.unstubAllGlobals());
    say('Account added');
    const list = shown()[0]?.parentElement;
    const before = list?.getAttribute('style');
    const button = dialog.appendChild(document.createElement('button'));
    const { innerHeight, innerWidth } = window;
    const middle = new DOMRect(innerWidth / 2 - 10, innerHeight - 60, innerWidth / 2, 40);
    vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(middle);
    flushSync(() => grown.forEach((change) => void change()));
    expect(list?.getAttribute('style')).not.toBe(before);
  });

  it('covers the focused field last, and what can be pressed only where there is no other place', () => {
    const box = (left: number, top: number) => ({ left, top, right: left + 10, bottom: top + 10 });
    const places = [box(0, 0), box(20, 0), box(40, 0)];
    const at = (left: number, weight = 1) => ({ box: box(left, 5), weight });
    expect(leastCovering(places, [])).toBe(0);
    expect(leastCovering(places, [at(5), at(12)])).toBe(2);
    expect(leastCovering(places, [at(0, 1000), at(25), at(41), at(42)])).toBe(1);
  });
});
