import './ui/tokens.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { AppContext } from './app-context.ts';
import { type Language, supportedLanguage } from './i18n/languages.ts';
import { loadMessages } from './i18n/main.ts';
import { loadPanelTexts } from './i18n/panel.ts';
import { connectHost, type Host } from './panel/host.ts';
import { Panel } from './panel/panel.tsx';
import { createPanelSession } from './panel/panel-session.ts';
import { createPanelRouter, navigationOf } from './panel-routes.tsx';

/** Entry of the panel, which pages of listed origins frame. */
async function start(host: Host, root: HTMLElement): Promise<void> {
  const projectId = location.pathname.split('/').at(-1) ?? '';
  const { theme } = host.hello;
  if (theme !== 'auto') document.documentElement.dataset.theme = theme;
  const language = supportedLanguage([host.hello.language, ...navigator.languages]);
  document.documentElement.lang = language;
  const [messages, texts] = await Promise.all([loadMessages(language), loadPanelTexts(language)]);
  const session = createPanelSession(host, projectId);
  const router = createPanelRouter(projectId);
  const navigation = navigationOf(router, projectId);

  function App() {
    const values = useMemo(() => ({ session: session.store, messages, language, chooseLanguage: ignore }), []);
    return (
      <AppContext value={values}>
        <Panel host={host} session={session} projectId={projectId} texts={texts} navigation={navigation}>
          <RouterProvider router={router} />
        </Panel>
      </AppContext>
    );
  }
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** The language is that of the page. */
const ignore = (_language: Language): void => {};

const root = document.getElementById('root');
if (root && window.parent !== window) await start(await connectHost(), root);
