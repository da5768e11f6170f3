import { readFile } from 'node:fs/promises';
import type { ReadableSource } from '../../../../server/generation/post.ts';
import { readHtml } from '../../../../server/generation/sources/read-html.ts';

/** The articles of tests/fixtures/articles with their language and the niche of a suitable project. */
export const ARTICLES = [
  { page: 'sourdough', language: 'en', niche: 'Sourdough Baking' },
  { page: 'strength', language: 'en', niche: 'Strength Training' },
  { page: 'passkeys', language: 'en', niche: 'Online Security' },
  { page: 'night-trains', language: 'en', niche: 'Night Trains' },
  { page: 'emergency-fund', language: 'en', niche: 'Personal Finance' },
  { page: 'window-light', language: 'en', niche: 'Portrait Photography' },
  { page: 'toddler-sleep', language: 'en', niche: 'Parenting' },
  { page: 'sunscreen', language: 'en', niche: 'Skin Care' },
  { page: 'home-brewing', language: 'en', niche: 'Home Brewing' },
  { page: 'tram-depot', language: 'en', niche: 'Local History' },
  { page: 'huerto', language: 'es', niche: 'Huerto urbano' },
  { page: 'presupuesto', language: 'es', niche: 'Viajes baratos' },
  { page: 'primer-colchon', language: 'es', niche: 'Finanzas personales' },
  { page: 'mercado-viejo', language: 'es', niche: 'Historia local' },
  { page: 'rabietas', language: 'es', niche: 'Crianza' },
  { page: 'fahrrad', language: 'de', niche: 'Radfahren' },
  { page: 'hautpflege', language: 'de', niche: 'Hautpflege' },
  { page: 'sauerteigbrot', language: 'de', niche: 'Brotbacken' },
  { page: 'passwortmanager', language: 'de', niche: 'IT-Sicherheit' },
  { page: 'brunnenhaus', language: 'de', niche: 'Heimatgeschichte' },
  { page: 'compost-ville', language: 'fr', niche: 'Compost urbain' },
  { page: 'course-debutant', language: 'fr', niche: 'Course à pied' },
  { page: 'photo-rue', language: 'fr', niche: 'Photographie de rue' },
  { page: 'budget-famille', language: 'fr', niche: 'Budget familial' },
  { page: 'ecrans', language: 'fr', niche: 'Parentalité' },
  { page: 'cafe-em-casa', language: 'pt', niche: 'Café especial' },
  { page: 'programar-testes', language: 'pt', niche: 'Programação' },
  { page: 'cerveja-em-casa', language: 'pt', niche: 'Cerveja artesanal' },
  { page: 'viagem-de-trem', language: 'pt', niche: 'Viagens de comboio' },
  { page: 'dinheiro-do-mes', language: 'pt', niche: 'Finanças pessoais' },
  { page: 'nukadoko', language: 'ja', niche: 'ぬか漬け' },
  { page: 'film-camera', language: 'ja', niche: 'フィルム写真' },
  { page: 'nekashitsuke', language: 'ja', niche: '子育て' },
  { page: 'kakeibo', language: 'ja', niche: '家計管理' },
  { page: 'sento', language: 'ja', niche: '銭湯' },
] as const;

export type Article = (typeof ARTICLES)[number];

/** An article as the function reads it, but from its file instead of over HTTP. */
export async function readArticle({ page }: Article): Promise<ReadableSource> {
  const html = await readFile(new URL(`../../../fixtures/articles/${page}.html`, import.meta.url), 'utf8');
  const url = `https://${page}.example/article`;
  const { text, ...content } = readHtml(html, url);
  if (text === null) throw new Error(`${page} has no readable text`);
  return { ok: true, url, text, ...content };
}
