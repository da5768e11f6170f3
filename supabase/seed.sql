-- Starter templates of a fresh workspace (§1 names the first two). {niche} becomes the project's niche. Run once; a
-- workspace that has templates keeps its own.
insert into public.content_style_templates (name, description, prompt_template, day_of_week)
select * from (values
  ('Motivational Quotes', 'One strong line that lifts people who care about the niche, with a short thought under it.',
   'Write a motivational quote post about {niche}. Take one true, encouraging idea from the sources and put it as a single memorable line. Follow it with two or three sentences that say what it means on an ordinary Monday, and end with a small step that can be taken today.', 1),
  ('Carousel Tips', 'Three to five practical tips, one per slide, each useful on its own.',
   'Write a carousel of 3 to 5 tips about {niche}. Each slide carries one tip: a short headline and one or two sentences on how to do it. Open the caption with the problem that the tips solve and close it by asking which tip people will try first.', 2),
  ('How-To Guide', 'One task explained in clear steps from start to finish.',
   'Write a how-to post about {niche}. Choose one concrete task that the sources explain, say what it is good for, and give the steps in order, each starting with a verb. Name the most common mistake and how to avoid it.', 3),
  ('Question of the Week', 'A question that people want to answer, with enough context to start the talk.',
   'Write a question post about {niche}. Give two or three sentences of context from the sources, then ask one open question that people can answer from their own experience. No yes-or-no question, and no answer given away.', 4),
  ('Story Friday', 'A short true story with a turn and something to take away.',
   'Tell a short story about {niche} from the sources: who or what it is about, what stood in the way, what changed, and what readers can take from it. Keep it under 150 words and let the facts speak.', 5),
  ('Quick Facts', 'Surprising facts in short lines, each with its meaning.',
   'Write a quick-facts post about {niche}: 3 surprising facts from the sources, one short line each, with numbers where the sources give them, and half a sentence on why each one matters.', null),
  ('Behind the Scenes', 'How something is really made, done or decided.',
   'Write a behind-the-scenes post about {niche}. Show how something in this field is really made, done or decided according to the sources, with one detail that outsiders do not expect. Friendly and plain, as one colleague tells another.', null)
) as starter (name, description, prompt_template, day_of_week)
where not exists (select from public.content_style_templates);
