-- Posts were told that the agent converts or compresses a picture, and asked to do it beforehand. It does so when it sends
-- them, and asks only how pictures of another shape go out: what was found before is found anew.
update public.scheduled_posts set problems = '[]', checked_at = null where status = 'scheduled' and problems <> '[]';
