/** A query or action for a page. `scope`: CSS selector of the part that contains the composer. */
export type Ask =
  /** The only matching element within the visible scopes, or `none` or `several`. */
  | { kind: 'find'; scope: string; css: string | null; names: readonly string[] }
  | { kind: 'walls'; banner: string | null }
  /** The number of pictures and videos visible in the scopes. */
  | { kind: 'previews'; scope: string }
  /** The highest percentage that a matching element shows, from 0 to 100; null if there is none. */
  | { kind: 'percent'; scope: string; css: string }
  | { kind: 'links'; live: string; profile: string | null }
  /** The kinds from here on act on the given element. */
  | { kind: 'text' }
  | { kind: 'label' }
  /** Whether a radio button, checkbox or toggle is on. */
  | { kind: 'picked' }
  | { kind: 'aim'; names: readonly string[]; never: readonly string[] }
  | { kind: 'write'; text: string; way: 'type' | 'paste'; replaces: string | null };

/** What blocks the page: a log-in or a cookie banner, which are both left to the user. */
export type Wall = 'log_in' | 'cookies' | null;
export type SeenLinks = {
  /** Addresses of live posts; `isTold` if it is the page's own, or in one of its messages or dialogs. */
  links: { url: string; isTold: boolean }[];
  profile: string | null;
};
/** A control's label as the page shows it. */
export type Shown = { label: string; isGrey: boolean };
/** Where to click; `refused` if that might publish, `covered` if the control cannot be clicked now. */
export type Aim = { x: number; y: number } | 'refused' | 'covered';

/**
 * Runs in the page, so it must not refer to anything outside itself. Searches open shadow roots, too, and finds visible
 * elements only, except for file inputs, which pages usually hide.
 *
 * `aim` also guards the click that follows: until it is over, pointer events are stopped before the page's own
 * listeners receive them, unless they hit this element and its name is still a wanted one. If a page replaces "Next"
 * with "Share" between the check and the click, nothing is clicked.
 */
export function inPage(ask: Ask, element?: Element): unknown {
  const MAX_TEXT = 20_000;
  const MAX_BANNER = 5_000;
  const BUTTONS = 'button, a[href], summary, [role="button"], [role="link"], [role="menuitem"], input[type="submit"]';

  const all = (top: Document | Element, css: string): Element[] => {
    const roots: (Document | Element | ShadowRoot)[] = [top];
    const found = new Set<Element>();
    if (top instanceof Element && top.matches(css)) found.add(top);
    if (top instanceof Element && top.shadowRoot) roots.push(top.shadowRoot);
    for (let root = roots.pop(); root; root = roots.pop()) {
      for (const one of root.querySelectorAll(css)) found.add(one);
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
    }
    return [...found];
  };
  const above = (one: Element): Element | null => one.parentElement ?? (one.getRootNode() as ShadowRoot).host ?? null;
  const isVisible = (one: Element): boolean => {
    const { width, height } = one.getBoundingClientRect();
    return (
      width > 1 &&
      height > 1 &&
      one.checkVisibility({ checkVisibilityCSS: true }) &&
      !one.closest('[aria-hidden="true"], [inert]')
    );
  };
  const isFileInput = (one: Element) => one instanceof HTMLInputElement && one.type === 'file';
  const clean = (words: string) =>
    words
      .slice(0, MAX_TEXT)
      .normalize('NFKC')
      .replaceAll('’', "'")
      .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/[.!]+$/, '')
      .trim()
      .toLowerCase();
  /** The text of an element, including the labels of pictures in it. */
  const words = (one: Node): string => {
    if (one instanceof Text) return one.data;
    if (!(one instanceof Element) || one.getAttribute('aria-hidden') === 'true') return '';
    const label = one.getAttribute('aria-label') ?? one.getAttribute('alt');
    return label ? ` ${label} ` : [...one.childNodes].map(words).join(' ');
  };
  const textIn = (one: Node) => (one instanceof ShadowRoot ? [...one.children].map(words).join(' ') : words(one));
  const nameOf = (one: Element): string => {
    const root = one.getRootNode() as Document | ShadowRoot;
    const by = (one.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter(Boolean);
    const labelled = by.map((id) => root.querySelector(`#${CSS.escape(id)}`)?.textContent ?? '').join(' ');
    const value = one instanceof HTMLInputElement ? one.value : '';
    const named = [labelled, one.getAttribute('aria-label'), value, words(one), one.getAttribute('title')];
    return clean(named.find((name) => name?.trim()) ?? '');
  };
  const fits = (name: string, names: readonly string[]) =>
    names.length === 0 ||
    names.some((one) => (one.endsWith('*') ? name.startsWith(clean(one.slice(0, -1))) : name === clean(one)));
  const scopes = (css: string) => all(document, css).filter(isVisible);
  const inScopes = (scope: string, css: string) => [...new Set(scopes(scope).flatMap((one) => all(one, css)))];
  // biome-ignore lint/performance/useDomNodeTextContent: what people can read is meant, line by line.
  const shownIn = (one: Element) => (one as HTMLElement).innerText;
  const textOf = (one: Element) => {
    const isInput = one instanceof HTMLTextAreaElement || one instanceof HTMLInputElement;
    return (isInput ? one.value : shownIn(one)).slice(0, MAX_TEXT);
  };

  const find = (scope: string, css: string | null, names: readonly string[]) => {
    const found = inScopes(scope, css ?? BUTTONS).filter((one) => isFileInput(one) || isVisible(one));
    const named = found.filter((one) => fits(nameOf(one), names));
    // A link around a button of the same name is one control.
    const inner = named.filter((one) => !named.some((other) => other !== one && one.contains(other)));
    return inner.length === 1 && inner[0] ? inner[0] : inner.length === 0 ? 'none' : 'several';
  };

  const walls = (own: string | null): Wall => {
    const isLogIn =
      /^accounts\.google\./.test(location.hostname) ||
      /\/(log-?in|sign-?in|uas\/login|checkpoint|challenge|servicelogin)(\/|$|\.)/i.test(location.pathname) ||
      all(document, 'input[type="password"]').some(isVisible);
    if (isLogIn) return 'log_in';
    const BANNERS =
      '[role="dialog"], [role="alertdialog"], [aria-modal="true"], [id*="cookie" i], [class*="cookie" i], [id*="consent" i], [class*="consent" i]';
    const COOKIES = /cookie|クッキー|쿠키|ملفات تعريف الارتباط|الكوكيز|कुकी/i;
    const BUTTON = 'button, [role="button"], input[type="submit"], input[type="button"]';
    const FIELDS = 'textarea, [contenteditable="true"], input[type="file"]';
    /** Whether it lies over the page, unlike a link to the cookie policy in a footer. */
    const isOver = (one: Element | null): boolean =>
      one !== null &&
      (one.matches('[role="dialog"], [role="alertdialog"], [aria-modal="true"]') ||
        ['fixed', 'sticky'].includes(getComputedStyle(one).position) ||
        isOver(above(one)));
    const isBanner = (one: Element) => {
      const text = [one, ...all(one, '*').flatMap(({ shadowRoot }) => shadowRoot ?? [])].map(textIn).join(' ');
      return (
        isVisible(one) &&
        text.length < MAX_BANNER &&
        COOKIES.test(text) &&
        all(one, FIELDS).length === 0 &&
        all(one, BUTTON).some((button) => button !== one && isVisible(button)) &&
        isOver(one)
      );
    };
    return all(document, BANNERS).some(isBanner) || (own !== null && all(document, own).some(isVisible))
      ? 'cookies'
      : null;
  };

  const links = (live: string, profile: string | null): SeenLinks => {
    const isLive = new RegExp(live, 'u');
    const TOLD = '[role="alert"], [role="status"], [aria-live], [role="dialog"], dialog, [data-testid="toast"]';
    const here = { url: location.href, isTold: true };
    const shown = all(document, 'a[href]')
      .filter((one) => isLive.test((one as HTMLAnchorElement).href) && isVisible(one))
      .map((one) => ({ url: (one as HTMLAnchorElement).href, isTold: one.closest(TOLD) !== null }));
    const own = profile === null ? undefined : all(document, profile)[0];
    return {
      links: [...(isLive.test(here.url) ? [here] : []), ...shown].slice(0, 500),
      profile: own instanceof HTMLAnchorElement ? own.href : null,
    };
  };

  const isNever = (one: Element, never: readonly string[]) => {
    const name = nameOf(one);
    const submits =
      (one instanceof HTMLButtonElement || one instanceof HTMLInputElement) &&
      one.type === 'submit' &&
      one.form !== null;
    return submits || never.some((word) => name === word || name.startsWith(`${word} `));
  };
  const aim = (target: Element, names: readonly string[], never: readonly string[]): Aim => {
    const isRefused = () => {
      for (let one: Element | null = target; one; one = above(one))
        if ((one === target || one.matches(BUTTONS)) && isNever(one, never)) return true;
      return !fits(nameOf(target), names);
    };
    if (isRefused()) return 'refused';
    if (target.matches(':disabled, [aria-disabled="true"]')) return 'covered';
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const x = left + width / 2;
    const y = top + height / 2;
    const hit = (target.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y);
    if (!hit || !target.contains(hit)) return 'covered';
    if ([...all(target, BUTTONS)].some((one) => one.contains(hit) && isNever(one, never))) return 'refused';
    const TYPES = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
    const guard = (event: Event) => {
      const isRight = event.composedPath().includes(target) && !isRefused();
      if (!isRight) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      if (event.type === 'click') release();
    };
    const release = () => {
      for (const type of TYPES) window.removeEventListener(type, guard, true);
    };
    for (const type of TYPES) window.addEventListener(type, guard, true);
    // Longer than the click may take to arrive.
    setTimeout(release, 40_000);
    return { x, y };
  };

  const write = (field: HTMLElement, text: string, way: 'type' | 'paste', replaces: string | null): boolean => {
    // The user may have typed since the text was read.
    if (clean(textOf(field)) !== clean(replaces ?? '')) return false;
    field.focus();
    const root = field.getRootNode() as Document | ShadowRoot;
    if (!root.activeElement || !(root.activeElement === field || field.contains(root.activeElement))) return false;
    if (replaces !== null) {
      if (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) field.select();
      else getSelection()?.selectAllChildren(field);
    }
    if (way === 'type') return document.execCommand('insertText', false, text);
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }),
    );
    return true;
  };

  switch (ask.kind) {
    case 'find':
      return find(ask.scope, ask.css, ask.names);
    case 'walls':
      return walls(ask.banner);
    case 'previews':
      return inScopes(ask.scope, 'img, video, canvas, [style*="background-image"]').filter(isVisible).length;
    case 'percent': {
      const said = inScopes(ask.scope, ask.css).filter(isVisible).map(shownIn);
      const numbers = said.flatMap((text) => /(\d{1,3})\s?[%٪]/.exec(text)?.[1] ?? []).map(Number);
      return numbers.length === 0 ? null : Math.min(100, Math.max(...numbers));
    }
    case 'links':
      return links(ask.live, ask.profile);
  }
  if (!element?.isConnected) return null;
  switch (ask.kind) {
    case 'text':
      return textOf(element);
    case 'label':
      return {
        label: (element.getAttribute('aria-label') ?? shownIn(element)).replace(/\s+/g, ' ').trim().slice(0, 60),
        isGrey: element.matches(':disabled, [aria-disabled="true"]'),
      } satisfies Shown;
    case 'picked':
      return element.matches(':checked, [aria-checked="true"], [aria-pressed="true"]');
    case 'aim':
      return aim(element, ask.names, ask.never);
    case 'write':
      return write(element as HTMLElement, ask.text, ask.way, ask.replaces);
  }
}
