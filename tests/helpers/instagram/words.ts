import type { Language, StopDialog } from './switches.ts';

/** What a page says besides its posts; the labels of icons and buttons are as translated as everything else. */
export type Words = {
  home: string;
  explore: string;
  reels: string;
  messages: string;
  like: string;
  unlike: string;
  comment: string;
  share: string;
  save: string;
  follow: string;
  more: string;
  next: string;
  close: string;
  ok: string;
  caughtUp: string;
  noPosts: string;
  suggested: string;
  logIn: string;
  username: string;
  password: string;
  code: string;
  confirm: string;
  wrongPassword: string;
  notNow: string;
  /** Question, then the button that agrees. */
  saveLogin: [string, string];
  /** Question, then the buttons that allow and that decline. */
  cookies: [string, string, string];
  notifications: [string, string];
  stopDialogs: Record<StopDialog, [string, string]>;
  /** Heading of every stop page that is no form. */
  stopPage: string;
};

export const WORDS: Record<Language, Words> = {
  en: {
    home: 'Home',
    explore: 'Explore',
    reels: 'Reels',
    messages: 'Direct messaging',
    like: 'Like',
    unlike: 'Unlike',
    comment: 'Comment',
    share: 'Share Post',
    save: 'Save',
    follow: 'Follow',
    more: 'More options',
    next: 'Next',
    close: 'Close',
    ok: 'OK',
    caughtUp: "You're all caught up",
    noPosts: 'Welcome to Instagram. When you follow people, you will see their photos and videos here.',
    suggested: 'Suggested for you',
    logIn: 'Log in',
    username: 'Phone number, username, or email',
    password: 'Password',
    code: 'Security code',
    confirm: 'Confirm',
    wrongPassword: 'Sorry, your password was incorrect.',
    notNow: 'Not now',
    saveLogin: ['Save your login info?', 'Save info'],
    cookies: [
      'Allow the use of cookies from Instagram on this browser?',
      'Allow all cookies',
      'Decline optional cookies',
    ],
    notifications: ['Turn on Notifications', 'Turn On'],
    stopDialogs: {
      try_again_later: ['Try Again Later', 'We limit how often you can do certain things to protect our community.'],
      action_blocked: ['Action Blocked', 'This action was blocked. Please try again later.'],
      wait_a_few_minutes: ['Sorry', 'Please wait a few minutes before you try again.'],
    },
    stopPage: 'Confirm it is you',
  },
  de: {
    home: 'Startseite',
    explore: 'Entdecken',
    reels: 'Reels',
    messages: 'Nachrichten',
    like: 'Gefällt mir',
    unlike: 'Gefällt mir nicht mehr',
    comment: 'Kommentieren',
    share: 'Beitrag teilen',
    save: 'Speichern',
    follow: 'Folgen',
    more: 'Weitere Optionen',
    next: 'Weiter',
    close: 'Schließen',
    ok: 'OK',
    caughtUp: 'Du bist auf dem neuesten Stand',
    noPosts: 'Willkommen bei Instagram. Wenn du Personen folgst, siehst du hier ihre Fotos und Videos.',
    suggested: 'Vorschläge für dich',
    logIn: 'Anmelden',
    username: 'Telefonnummer, Benutzername oder E-Mail-Adresse',
    password: 'Passwort',
    code: 'Sicherheitscode',
    confirm: 'Bestätigen',
    wrongPassword: 'Dein Passwort war leider nicht korrekt.',
    notNow: 'Jetzt nicht',
    saveLogin: ['Deine Login-Informationen speichern?', 'Informationen speichern'],
    cookies: [
      'Die Verwendung von Cookies durch Instagram in diesem Browser erlauben?',
      'Alle Cookies erlauben',
      'Optionale Cookies ablehnen',
    ],
    notifications: ['Benachrichtigungen aktivieren', 'Aktivieren'],
    stopDialogs: {
      try_again_later: [
        'Versuche es später noch einmal',
        'Wir beschränken bestimmte Aktivitäten, um unsere Community zu schützen.',
      ],
      action_blocked: ['Aktion blockiert', 'Diese Aktion wurde blockiert. Versuche es später noch einmal.'],
      wait_a_few_minutes: ['Entschuldigung', 'Bitte warte einige Minuten, bevor du es noch einmal versuchst.'],
    },
    stopPage: 'Bestätige, dass du es bist',
  },
  es: {
    home: 'Inicio',
    explore: 'Explorar',
    reels: 'Reels',
    messages: 'Mensajes',
    like: 'Me gusta',
    unlike: 'Ya no me gusta',
    comment: 'Comentar',
    share: 'Compartir publicación',
    save: 'Guardar',
    follow: 'Seguir',
    more: 'Más opciones',
    next: 'Siguiente',
    close: 'Cerrar',
    ok: 'Aceptar',
    caughtUp: 'Estás al día',
    noPosts: 'Te damos la bienvenida a Instagram. Cuando sigas a personas, verás aquí sus fotos y vídeos.',
    suggested: 'Sugerencias para ti',
    logIn: 'Entrar',
    username: 'Teléfono, usuario o correo electrónico',
    password: 'Contraseña',
    code: 'Código de seguridad',
    confirm: 'Confirmar',
    wrongPassword: 'La contraseña no es correcta.',
    notNow: 'Ahora no',
    saveLogin: ['¿Quieres guardar tu información de inicio de sesión?', 'Guardar información'],
    cookies: [
      '¿Permitir el uso de cookies de Instagram en este navegador?',
      'Permitir todas las cookies',
      'Rechazar cookies opcionales',
    ],
    notifications: ['Activar notificaciones', 'Activar'],
    stopDialogs: {
      try_again_later: [
        'Vuelve a intentarlo más tarde',
        'Limitamos la frecuencia de ciertas acciones para proteger a nuestra comunidad.',
      ],
      action_blocked: ['Acción bloqueada', 'Se ha bloqueado esta acción. Vuelve a intentarlo más tarde.'],
      wait_a_few_minutes: ['Lo sentimos', 'Espera unos minutos antes de volver a intentarlo.'],
    },
    stopPage: 'Confirma que eres tú',
  },
  ja: {
    home: 'ホーム',
    explore: '発見',
    reels: 'リール動画',
    messages: 'メッセージ',
    like: '「いいね！」',
    unlike: '「いいね！」を取り消す',
    comment: 'コメントする',
    share: '投稿をシェア',
    save: '保存する',
    follow: 'フォローする',
    more: 'その他のオプション',
    next: '次へ',
    close: '閉じる',
    ok: 'OK',
    caughtUp: 'コンテンツは以上です',
    noPosts: 'Instagramへようこそ。フォローすると、写真や動画がここに表示されます。',
    suggested: 'おすすめ',
    logIn: 'ログイン',
    username: '電話番号、ユーザーネーム、メールアドレス',
    password: 'パスワード',
    code: 'セキュリティコード',
    confirm: '確認',
    wrongPassword: 'パスワードが正しくありません。',
    notNow: '後で',
    saveLogin: ['ログイン情報を保存しますか？', '情報を保存'],
    cookies: [
      'このブラウザでInstagramによるCookieの使用を許可しますか？',
      'すべてのCookieを許可',
      'オプションのCookieを拒否',
    ],
    notifications: ['お知らせをオンにする', 'オンにする'],
    stopDialogs: {
      try_again_later: ['後でもう一度お試しください', 'コミュニティを守るため、一部の操作を制限しています。'],
      action_blocked: ['アクションがブロックされました', 'この操作はできませんでした。'],
      wait_a_few_minutes: ['申し訳ありません', '数分待ってからもう一度お試しください。'],
    },
    stopPage: 'ご本人確認',
  },
};
