const goOn = () => location.assign('/');

document.getElementById('decline').addEventListener('click', goOn);
document.getElementById('agree').addEventListener('click', async () => {
  await fetch('/api/v1/web/accounts/save_login_info/', { method: 'POST' });
  goOn();
});
