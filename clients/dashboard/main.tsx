import './ui/tokens.css';
// The panel loads the style sheet of the dashboard.
import './panel/panel.module.css';
// Before the router reads the address.
import './data/link.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { AppContext } from './app-context.ts';
import { createDashboardSession } from './data/session.ts';
import { type Language, preferredLanguage, storeLanguage } from './i18n/languages.ts';
import type { Messages } from './i18n/main.ts';
import { loadMessages } from './i18n/main.ts';
import { createAppRouter } from './routes.tsx';
import { applyStoredTheme } from './ui/theme.ts';

const session = createDashboardSession();
const router = createAppRouter(session);

function App(initial: { language: Language; messages: Messages }) {
  const [{ language, messages }, setTexts] = useState(initial);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const values = useMemo(
    () => ({
      session,
      messages,
      language,
      chooseLanguage(chosen: Language) {
        storeLanguage(chosen);
        void loadMessages(chosen).then((loaded) => setTexts({ language: chosen, messages: loaded }));
      },
    }),
    [messages, language],
  );
  return (
    <AppContext value={values}>
      <RouterProvider router={router} />
    </AppContext>
  );
}

applyStoredTheme();
const language = preferredLanguage();
const messages = await loadMessages(language);
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App language={language} messages={messages} />
    </StrictMode>,
  );
}
