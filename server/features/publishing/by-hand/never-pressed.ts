/**
 * Names of controls that publish, send, schedule or discard, in lower case. No control is ever pressed whose name is
 * one of these words, or begins with one: see inPage in in-page.ts, which every press goes through.
 */
export const NEVER_PRESSED: readonly string[] = [
  // English
  ...[
    'post',
    'publish',
    'share',
    'send',
    'tweet',
    'repost',
    'reply',
    'comment',
    'schedule',
    'submit',
    'toot',
    'go live',
  ],
  ...['upload', 'discard', 'delete', 'ok', 'accept', 'allow', 'buy', 'pay', 'boost', 'promote'],
  // German
  ...[
    'posten',
    'veröffentlichen',
    'teilen',
    'jetzt teilen',
    'jetzt posten',
    'beitrag teilen',
    'beitrag veröffentlichen',
  ],
  ...['senden', 'absenden', 'tröten', 'antworten', 'kommentieren', 'planen', 'verwerfen', 'löschen'],
  // French
  ...['publier', 'partager', 'envoyer', 'poster', 'tweeter', 'répondre', 'commenter', 'programmer', 'planifier'],
  ...['abandonner', 'supprimer'],
  // Spanish
  ...['publicar', 'compartir', 'enviar', 'postear', 'twittear', 'responder', 'comentar', 'programar', 'descartar'],
  // Portuguese
  ...['postar', 'compartilhar', 'partilhar', 'tweetar', 'agendar', 'apagar', 'excluir'],
  // Italian
  ...['pubblica', 'condividi', 'invia', 'posta', 'twitta', 'rispondi', 'commenta', 'programma', 'elimina'],
  // Japanese
  ...[
    '投稿',
    '投稿する',
    'ポスト',
    'ポストする',
    'ツイート',
    'ツイートする',
    'シェア',
    'シェアする',
    '公開',
    '公開する',
  ],
  ...['共有', '共有する', '送信', '送信する', '返信', '返信する', '予約', '予約する', '削除', '破棄'],
  // Korean
  ...['게시', '게시하기', '게시물 올리기', '올리기', '공유', '공유하기', '보내기', '전송', '트윗', '트윗하기', '발행'],
  ...['답글', '예약', '삭제'],
  // Arabic
  ...['نشر', 'انشر', 'مشاركة', 'شارك', 'إرسال', 'أرسل', 'تغريد', 'غرّد', 'رد', 'جدولة', 'حذف'],
  // Hindi
  ...['पोस्ट', 'पोस्ट करें', 'प्रकाशित करें', 'पब्लिश करें', 'शेयर करें', 'साझा करें', 'भेजें', 'ट्वीट', 'ट्वीट करें', 'हटाएं'],
  // Chinese, Russian, Dutch, Polish, Turkish, Indonesian, Vietnamese, Swedish
  ...['发布', '發佈', '发帖', '分享', '发送', '傳送', 'опубликовать', 'поделиться', 'отправить', 'твитнуть'],
  ...[
    'plaatsen',
    'delen',
    'publiceren',
    'versturen',
    'opublikuj',
    'udostępnij',
    'wyślij',
    'paylaş',
    'gönder',
    'yayınla',
  ],
  ...['bagikan', 'kirim', 'posting', 'terbitkan', 'đăng', 'chia sẻ', 'gửi', 'publicera', 'dela', 'skicka'],
];
