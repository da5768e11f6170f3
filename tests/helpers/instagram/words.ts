import { LANGUAGES, type Language, type StopDialog } from './switches.ts';

/** A page's texts other than its posts, in LANGUAGES; the labels of icons and buttons are translated like the rest. */
const TABLE = {
  home: ['Home', 'Startseite', 'ホーム'],
  explore: ['Explore', 'Entdecken', '発見'],
  reels: ['Reels', 'Reels', 'リール動画'],
  messages: ['Direct messaging', 'Nachrichten', 'メッセージ'],
  like: ['Like', 'Gefällt mir', '「いいね！」'],
  unlike: ['Unlike', 'Gefällt mir nicht mehr', '「いいね！」を取り消す'],
  comment: ['Comment', 'Kommentieren', 'コメントする'],
  share: ['Share Post', 'Beitrag teilen', '投稿をシェア'],
  save: ['Save', 'Speichern', '保存する'],
  follow: ['Follow', 'Folgen', 'フォローする'],
  more: ['More options', 'Weitere Optionen', 'その他のオプション'],
  next: ['Next', 'Weiter', '次へ'],
  close: ['Close', 'Schließen', '閉じる'],
  ok: ['OK', 'OK', 'OK'],
  caughtUp: ["You're all caught up", 'Du bist auf dem neuesten Stand', 'コンテンツは以上です'],
  noPosts: [
    'Welcome to Instagram. When you follow people, you will see their photos and videos here.',
    'Willkommen bei Instagram. Wenn du Personen folgst, siehst du hier ihre Fotos und Videos.',
    'Instagramへようこそ。フォローすると、写真や動画がここに表示されます。',
  ],
  suggested: ['Suggested for you', 'Vorschläge für dich', 'おすすめ'],
  logIn: ['Log in', 'Anmelden', 'ログイン'],
  username: [
    'Phone number, username, or email',
    'Telefonnummer, Benutzername oder E-Mail-Adresse',
    '電話番号、ユーザーネーム、メールアドレス',
  ],
  password: ['Password', 'Passwort', 'パスワード'],
  code: ['Security code', 'Sicherheitscode', 'セキュリティコード'],
  confirm: ['Confirm', 'Bestätigen', '確認'],
  wrongPassword: [
    'Sorry, your password was incorrect.',
    'Dein Passwort war leider nicht korrekt.',
    'パスワードが正しくありません。',
  ],
  notNow: ['Not now', 'Jetzt nicht', '後で'],
  /** The question, then the agreeing button. */
  saveLogin: [
    ['Save your login info?', 'Save info'],
    ['Deine Login-Informationen speichern?', 'Informationen speichern'],
    ['ログイン情報を保存しますか？', '情報を保存'],
  ],
  /** The question, then the allowing and the declining button. */
  cookies: [
    ['Allow the use of cookies from Instagram on this browser?', 'Allow all cookies', 'Decline optional cookies'],
    [
      'Die Verwendung von Cookies durch Instagram in diesem Browser erlauben?',
      'Alle Cookies erlauben',
      'Optionale Cookies ablehnen',
    ],
    ['このブラウザでInstagramによるCookieの使用を許可しますか？', 'すべてのCookieを許可', 'オプションのCookieを拒否'],
  ],
  notifications: [
    ['Turn on Notifications', 'Turn On'],
    ['Benachrichtigungen aktivieren', 'Aktivieren'],
    ['お知らせをオンにする', 'オンにする'],
  ],
  /** The heading of every stop page without a form of its own. */
  stopPage: ['Confirm it is you', 'Bestätige, dass du es bist', 'ご本人確認'],
} as const;
const STOP_DIALOGS = {
  try_again_later: [
    ['Try Again Later', 'We limit how often you can do certain things to protect our community.'],
    ['Versuche es später noch einmal', 'Wir beschränken bestimmte Aktivitäten, um unsere Community zu schützen.'],
    ['後でもう一度お試しください', 'コミュニティを守るため、一部の操作を制限しています。'],
  ],
  action_blocked: [
    ['Action Blocked', 'This action was blocked. Please try again later.'],
    ['Aktion blockiert', 'Diese Aktion wurde blockiert. Versuche es später noch einmal.'],
    ['アクションがブロックされました', 'この操作はできませんでした。'],
  ],
  wait_a_few_minutes: [
    ['Sorry', 'Please wait a few minutes before you try again.'],
    ['Entschuldigung', 'Bitte warte einige Minuten, bevor du es noch einmal versuchst.'],
    ['申し訳ありません', '数分待ってからもう一度お試しください。'],
  ],
} as const;

type Words = { [Name in keyof typeof TABLE]: (typeof TABLE)[Name][number] } & {
  stopDialogs: Record<StopDialog, readonly [string, string]>;
};

export const WORDS = Object.fromEntries(
  LANGUAGES.map((language, at) => {
    const of = (table: object) => Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row[at]]));
    return [language, { ...of(TABLE), stopDialogs: of(STOP_DIALOGS) }];
  }),
) as Record<Language, Words>;
