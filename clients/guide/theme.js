const theme = localStorage.getItem('pinbound-theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
