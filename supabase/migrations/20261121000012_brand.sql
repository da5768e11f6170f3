-- What makes a workspace's pictures its own, beside the other settings: the colour of its cards and the name that stands on them. Without them a
-- card takes its niche's. The bounds are those of shared/brand.ts.

alter table public.app_settings
  add column brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  add column brand_handle text check (char_length(btrim(brand_handle)) between 1 and 40);
