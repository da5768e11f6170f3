const form = document.getElementById('form');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const answer = await fetch(form.action, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
  const { redirect } = await answer.json();
  if (redirect) location.assign(redirect);
  else form.querySelector('[role=alert]').textContent = form.dataset.refusal;
});
