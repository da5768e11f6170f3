import type { StopSignal } from './site.ts';

/**
 * Stop signals by the words of a dialog, or of a page with little else: en, de, es, fr, pt, ja. The first match counts:
 * "Action Blocked" is followed by "Try again later".
 */
const STOP_WORDS: readonly [StopSignal, readonly string[]][] = [
  [
    'action_blocked',
    [
      'Action Blocked',
      'This action was blocked',
      'Aktion blockiert',
      'Handlung blockiert',
      'Acción bloqueada',
      'Action bloquée',
      'Ação bloqueada',
      'Acção bloqueada',
      'アクションがブロックされました',
      '操作がブロックされました',
    ],
  ],
  [
    'try_again_later',
    [
      'Try again later',
      'Versuche es später noch einmal',
      'Versuche es später erneut',
      'Vuelve a intentarlo más tarde',
      'Inténtalo de nuevo más tarde',
      'Inténtalo más tarde',
      'Réessayez plus tard',
      'Réessayer plus tard',
      'Veuillez réessayer ultérieurement',
      'Tente novamente mais tarde',
      'Tenta novamente mais tarde',
      '後でもう一度お試しください',
      '後でもう一度実行してください',
    ],
  ],
  [
    'rate_limited',
    [
      'Please wait a few minutes',
      'Bitte warte einige Minuten',
      'Bitte warte ein paar Minuten',
      'Espera unos minutos',
      'Veuillez patienter quelques minutes',
      'Patientez quelques minutes',
      'Aguarde alguns minutos',
      'Espere alguns minutos',
      '数分待って',
      '数分後にもう一度',
      '数分お待ち',
    ],
  ],
];

/**
 * Labels of the buttons that close harmless dialogs, in full: cookies are declined, everything else is "not now". Each
 * declines or postpones in any dialog. A missing language makes a warm-up stop at a harmless dialog, so this list
 * covers more languages than the words above.
 */
const HARMLESS_BUTTONS: readonly string[] = [
  'Not now',
  'Jetzt nicht',
  'Ahora no',
  'Pas maintenant',
  'Plus tard',
  'Agora não',
  '後で',
  '今はしない',
  'Non ora',
  'Lain Kali',
  'Jangan Sekarang',
  'Bukan Sekarang',
  'Niet nu',
  'Nie teraz',
  'Şimdi Değil',
  'Не сейчас',
  'Не зараз',
  'Не сега',
  'Не сада',
  'Ne sada',
  'Ne zdaj',
  'Inte nu',
  'Ikke nu',
  'Ikke nå',
  'Ei nyt',
  'Teď ne',
  'Teraz nie',
  'Most nem',
  'Nu acum',
  'Όχι τώρα',
  'Hindi Ngayon',
  'Lúc khác',
  '나중에 하기',
  '以后再说',
  '稍後再說',
  'ليس الآن',
  'לא עכשיו',
  'अभी नहीं',
  'ไม่ใช่ตอนนี้',
  'ไว้ทีหลัง',
  // Cookies.
  'Decline optional cookies',
  'Only allow essential cookies',
  'Optionale Cookies ablehnen',
  'Nur erforderliche Cookies erlauben',
  'Rechazar cookies opcionales',
  'Permitir solo cookies esenciales',
  'Permitir solo cookies necesarias',
  'Refuser les cookies optionnels',
  'Autoriser uniquement les cookies essentiels',
  'Recusar cookies opcionais',
  'Permitir somente cookies essenciais',
  'Permitir apenas cookies essenciais',
  'オプションのCookieを拒否',
  '任意のCookieを許可しない',
  '必須のCookieのみを許可',
  'Rifiuta cookie facoltativi',
  'Rifiuta i cookie facoltativi',
  'Consenti solo i cookie essenziali',
  'Tolak cookie opsional',
  'Optionele cookies afwijzen',
  'Optionele cookies weigeren',
  'Alleen essentiële cookies toestaan',
  'Odrzuć opcjonalne pliki cookie',
  'Zezwól tylko na niezbędne pliki cookie',
  'İsteğe bağlı çerezleri reddet',
  'Sadece gerekli çerezlere izin ver',
  'Отклонить необязательные файлы cookie',
  'Neka valfria cookies',
  'Tillåt endast nödvändiga cookies',
  'Afvis valgfrie cookies',
  'Avvis valgfrie informasjonskapsler',
  'Hylkää valinnaiset evästeet',
  'Odmítnout volitelné soubory cookie',
  'A nem kötelező cookie-k elutasítása',
  'Refuză modulele cookie opționale',
  'Απόρριψη προαιρετικών cookies',
  '선택 쿠키 거부',
  '선택 가능 쿠키 거부',
  '拒绝使用非必要 Cookie',
  '拒絕選用 Cookie',
  '拒絕選用的 Cookie',
  'Từ chối cookie không bắt buộc',
  'דחיית קובצי Cookie אופציונליים',
  'رفض ملفات تعريف الارتباط الاختيارية',
  'ऑप्शनल कुकीज़ की परमिशन न दें',
  'ปฏิเสธคุกกี้ที่ไม่จำเป็น',
];

/** Normalises text for comparison: ignores case, accents, kinds of apostrophes and spaces. */
function plainWords(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’ʼ]/g, "'").replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The stop signal that a text expresses, or null. */
export function stopOfWords(text: string): StopSignal | null {
  const said = plainWords(text);
  return STOP_WORDS.find(([, phrases]) => phrases.some((phrase) => said.includes(plainWords(phrase))))?.[0] ?? null;
}

const HARMLESS = new Set(HARMLESS_BUTTONS.map(plainWords));

export function isHarmlessButton(label: string): boolean {
  return HARMLESS.has(plainWords(label));
}
