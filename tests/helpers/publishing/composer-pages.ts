import type { Platform } from '../../../shared/posts/platforms.ts';

/** How an imitated composer differs from the plain English one. */
export type ComposerVariant = {
  language?: Language;
  /** Different elements around it, in a different order, with decoys that a careless search would press. */
  isShifted?: boolean;
  /** Something that the user has to deal with first; `window.goOn()` does that. */
  wall?: 'cookies' | 'log_in';
  /** How long the page takes to show a file, in milliseconds. */
  uploadMs?: number;
  /** A page that has changed so much that nothing is where it was. */
  isUnknown?: boolean;
  /** The field's initial content. */
  draft?: string;
  /** Accepts line breaks only from the clipboard, like many editors. */
  isRichEditor?: boolean;
  /** The button to continue becomes the one that publishes as soon as the pointer reaches it. */
  isTrap?: boolean;
};

export type Language = keyof typeof WORDS;
/** [publish, share (Instagram), next, create, feed box, add media (LinkedIn), photo/video (Facebook)] */
const WORDS = {
  en: ['Post', 'Share', 'Next', 'New post', 'What’s on your mind, Ada?', 'Add media', 'Photo/video'],
  de: ['Posten', 'Teilen', 'Weiter', 'Neuer Beitrag', 'Was machst du gerade, Ada?', 'Medien hinzufügen', 'Foto/Video'],
  ja: ['投稿', 'シェア', '次へ', '新規投稿', 'その気持ち、シェアしよう', 'メディアを追加', '写真・動画'],
  ar: ['نشر', 'مشاركة', 'التالي', 'منشور جديد', 'بم تفكر يا Ada؟', 'إضافة وسائط', 'صورة/فيديو'],
} as const;
export const LANGUAGES = Object.keys(WORDS) as Language[];

/** The input that an imitation received, as `window.given`. */
export type Given = { texts: string[]; files: string[]; posted: number; presses: string[] };

/**
 * The page of a platform's composer, modelled on what was known of it in 2026: roles, labels and the order of elements,
 * not their appearance. It records its input, and whether anything that publishes was pressed.
 */
export function composerPage(platform: Platform, variant: ComposerVariant = {}): string {
  const { language = 'en' } = variant;
  const given = JSON.stringify({ platform, words: WORDS[language], variant });
  return `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><meta charset="utf-8">
<title>${platform}</title><style>body{font:15px sans-serif;margin:24px}[role=dialog]{position:fixed;inset:80px 25%;background:#fff;border:1px solid #999;padding:16px;z-index:5}
[contenteditable],textarea{display:block;min-height:60px;border:1px solid #bbb;margin:8px 0;white-space:pre-wrap;width:90%}button,[role=button]{display:inline-block;padding:6px 10px;margin:4px;border:1px solid #888}
.hidden{display:none}.banner{position:fixed;bottom:0;left:0;right:0;background:#eee;padding:16px;z-index:9}</style><body><script>(${build.toString()})(${given})</script></body></html>`;
}

type Plan = { platform: Platform; words: readonly string[]; variant: ComposerVariant };

/** Runs in the page. */
function build({ platform, words: [post, share, next, create, feed, addMedia, photo], variant }: Plan): void {
  const given: Given = { texts: [], files: [], posted: 0, presses: [] };
  Object.assign(window, { given });
  type Attributes = Record<string, string | boolean | (() => void) | undefined>;
  const h = (tag: string, attributes: Attributes, ...inside: (Node | string)[]): HTMLElement => {
    const one = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === 'function') one.addEventListener('click', value);
      else if (value !== undefined && value !== false) one.setAttribute(name, value === true ? '' : value);
    }
    one.append(...inside);
    return one;
  };
  const text = new URLSearchParams(location.search).get('text') ?? '';
  const press = (name: string | undefined, does: () => void = () => undefined, attributes: Attributes = {}) => {
    const pressed = () => {
      given.presses.push(name ?? '');
      does();
    };
    return h('div', { role: 'button', tabindex: '0', onclick: pressed, ...attributes }, name ?? '');
  };

  const field = (attributes: Attributes = {}, value = variant.draft ?? '') => {
    const one = h('div', { role: 'textbox', contenteditable: 'true', ...attributes });
    one.textContent = value;
    const note = () => {
      // biome-ignore lint/performance/useDomNodeTextContent: what people can read is meant, line by line.
      given.texts = [...document.querySelectorAll<HTMLElement>('[contenteditable]')].map(({ innerText }) => innerText);
    };
    one.addEventListener('input', note);
    if (!variant.isRichEditor) return one;
    const put = (added: string) => {
      const isAllChosen = getSelection()?.toString() === one.textContent;
      one.textContent = isAllChosen ? added : one.textContent + added;
      note();
    };
    one.addEventListener('beforeinput', (event) => {
      event.preventDefault();
      put((event.data ?? '').replaceAll('\n', ''));
    });
    one.addEventListener('paste', (event) => {
      event.preventDefault();
      put(event.clipboardData?.getData('text/plain') ?? '');
    });
    return one;
  };
  const publish = (name: string | undefined, attributes: Attributes = {}) =>
    press(
      name,
      () => {
        given.posted += 1;
      },
      attributes,
    );
  /** `shown` is called once the page shows the files. */
  const input = (attributes: Attributes, shown: () => void = () => undefined) => {
    const one = h('input', { type: 'file', multiple: true, class: 'hidden', ...attributes }) as HTMLInputElement;
    one.addEventListener('change', async () => {
      const files = [...(one.files ?? [])];
      for (const file of files) given.files.push(`${file.name}:${file.type}:${await file.text()}`);
      setTimeout(() => {
        const picture = h('canvas', { width: '60', height: '60' });
        (one.isConnected ? one : document.querySelector('[role=dialog]'))?.after(picture);
        if (!one.isConnected) document.querySelector('[role=dialog]')?.append(picture);
        shown();
      }, variant.uploadMs ?? 0);
    });
    return one;
  };
  const dialog = (...inside: (Node | string)[]) => h('div', { role: 'dialog', 'aria-modal': 'true' }, ...inside);
  const show = (...inside: Node[]) => document.body.append(...inside);

  const pages: Record<string, () => void> = {
    twitter() {
      show(h('a', { href: '/Ada', 'data-testid': 'AppTabBar_Profile_Link' }, 'Profile'));
      const end = publish(post, { 'data-testid': 'tweetButton' });
      show(
        dialog(
          field({}, variant.draft ?? text),
          input({ 'data-testid': 'fileInput', accept: 'image/png,image/jpeg,video/mp4' }),
          end,
        ),
      );
    },
    threads() {
      show(dialog(field({}, variant.draft ?? text), input({ accept: 'image/*,video/*' }), publish(post)));
    },
    bluesky() {
      const pick = () => input({ accept: 'image/*,video/*' }).click();
      const media = press('Bild', pick, { 'data-testid': 'openMediaBtn', 'aria-label': 'Add media to post' });
      show(
        dialog(
          publish(post, { 'data-testid': 'composerPublishBtn' }),
          field({ role: 'none' }, variant.draft ?? text),
          media,
        ),
      );
    },
    mastodon() {
      const area = h('textarea', {}) as HTMLTextAreaElement;
      area.value = variant.draft ?? text;
      area.oninput = () => {
        given.texts = [area.value];
      };
      const form = h('form', {}, area, input({}), h('button', { type: 'submit' }, post ?? ''));
      form.onsubmit = (event) => {
        event.preventDefault();
        given.posted += 1;
      };
      show(form);
    },
    linkedin() {
      const own = field({}, variant.draft ?? text);
      const box = dialog(own);
      const compose = () => box.replaceChildren(own, press(addMedia, pictures), publish(post));
      const pictures = () => {
        const on = press(next, compose, { class: 'hidden' });
        box.replaceChildren(
          input({ accept: 'image/*,video/*' }, () => on.removeAttribute('class')),
          on,
        );
      };
      compose();
      show(box);
    },
    facebook() {
      const open = () => {
        const box = dialog(
          field(),
          press(photo, () => box.append(input({ accept: 'image/*,video/*' }))),
          publish(post),
        );
        show(box);
      };
      show(press(feed, open), h('div', { role: 'textbox', contenteditable: 'true', 'aria-label': 'Write a comment' }));
    },
    instagram() {
      const open = () => {
        const box = dialog();
        const on = (does: () => void) => {
          const one = press(next, does);
          if (variant.isTrap)
            one.addEventListener('pointerenter', () => {
              one.replaceWith(publish(share, { style: 'position:relative' }));
            });
          return one;
        };
        const caption = () =>
          box.replaceChildren(
            publish(share),
            field({ 'aria-label': 'Write a caption...' }),
            h('input', { placeholder: 'Add location' }),
          );
        const filter = () => box.replaceChildren(on(caption), 'Edit');
        box.append(
          press('Select from computer'),
          input({ accept: 'image/jpeg,image/png,video/mp4' }, () =>
            box.replaceChildren(on(filter), 'Crop', h('canvas', {})),
          ),
        );
        show(box);
      };
      const icon = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
      icon.setAttribute('aria-label', create ?? '');
      show(h('a', { href: '#', role: 'link', onclick: open }, icon, h('span', { 'aria-hidden': 'true' }, '+')));
    },
    tiktok() {
      show(
        press('Select video'),
        input({ accept: 'video/mp4,video/quicktime' }, () =>
          document.body.append(field({ role: 'combobox' }, variant.draft ?? '01'), publish(post)),
        ),
      );
    },
    pinterest() {
      const details = () => {
        const editor = h('div', { 'data-test-id': 'storyboard-description-field-container' });
        const own = field({ role: 'combobox' });
        editor.append(variant.draft ? own : press('Describe your Pin', () => editor.replaceChildren(own)));
        const done = h(
          'div',
          { 'data-test-id': 'storyboard-creation-nav-done' },
          h('button', { type: 'button' }, post ?? ''),
        );
        done.onclick = () => {
          given.posted += 1;
        };
        show(h('input', { id: 'storyboard-selector-title' }), editor, press('Choose a board'), done);
      };
      const own = input({ id: 'storyboard-upload-input', accept: 'image/png,image/jpeg,video/mp4' }, details);
      show(press('Choose a file'), own);
    },
    youtube_shorts() {
      const box = h('ytcp-uploads-dialog', { style: 'display:block' }, press('Select files'));
      const details = () => {
        const title = h('div', { id: 'title-textarea' }, field({ id: 'textbox' }, variant.draft ?? '01'));
        const description = h('div', { id: 'description-textarea' }, field({ id: 'textbox' }, ''));
        const radio = (name: string) => {
          const one = h('div', { role: 'radio', name: `VIDEO_MADE_FOR_KIDS_${name}`, 'aria-checked': 'false' }, name);
          one.onclick = () => {
            for (const other of box.querySelectorAll('[role=radio]')) other.setAttribute('aria-checked', 'false');
            one.setAttribute('aria-checked', 'true');
            given.presses.push(name);
          };
          return one;
        };
        const progress = h('ytcp-video-upload-progress', {}, h('span', { class: 'progress-label' }, 'Uploading 40 %'));
        box.replaceChildren(title, description, radio('MFK'), radio('NOT_MFK'), progress, press(next));
      };
      box.append(input({ accept: 'video/*', multiple: false }, details));
      show(box);
    },
  };

  const compose = () => {
    if (variant.isUnknown)
      return show(h('main', {}, h('h1', {}, 'Everything is new here'), publish(post), publish(share), field()));
    if (variant.isShifted)
      show(
        h(
          'nav',
          {},
          publish(`${post} `),
          publish(share),
          press('Search'),
          h('a', { href: '#privacy', class: 'cookie-link' }, 'Cookies'),
        ),
      );
    pages[platform]?.();
    if (variant.isShifted) {
      const dialogs = document.querySelectorAll('[role=dialog], form, ytcp-uploads-dialog');
      for (const one of dialogs) one.prepend(h('div', {}, press('Emoji'), press('GIF')));
      show(h('aside', { role: 'dialog', style: 'display:none' }, field()), h('footer', {}, publish(post)));
    }
  };

  Object.assign(window, { goOn: () => undefined });
  if (variant.wall === 'log_in' && !sessionStorage.getItem('in')) {
    Object.assign(window, {
      goOn() {
        sessionStorage.setItem('in', '1');
        location.reload();
      },
    });
    show(
      h(
        'form',
        {},
        h('input', { placeholder: 'Name' }),
        h('input', { type: 'password' }),
        h('button', { type: 'button' }, 'Log in'),
      ),
    );
  } else compose();
  if (variant.wall === 'cookies') {
    const banner = h(
      'div',
      { class: 'banner', role: 'dialog' },
      'We use cookies 🍪 クッキー',
      h('button', { type: 'button' }, 'Accept all'),
    );
    const accepted = () => given.presses.push('Accept all');
    banner.querySelector('button')?.addEventListener('click', accepted);
    show(banner);
    Object.assign(window, { goOn: () => banner.remove() });
  }
}
