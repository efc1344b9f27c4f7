import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { LANGUAGES } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Choices } from '../ui/choices.tsx';
import { Card, Section } from '../ui/settings.tsx';
import { chooseTheme, storedTheme, type Theme } from '../ui/theme.ts';

/** Theme and language, which this browser keeps. */
export function Appearance() {
  const { messages, language, chooseLanguage } = useApp();
  const texts = useSettingsTexts();
  const [theme, setTheme] = useState(storedTheme);
  return (
    <Section title={texts.appearance} hint={texts.appearanceHint} isScreen>
      <Card>
        <h3>{messages.theme}</h3>
        <Choices<Theme>
          legend={messages.theme}
          value={theme}
          options={{ system: messages.themeSystem, light: messages.themeLight, dark: messages.themeDark }}
          onChange={(value) => {
            chooseTheme(value);
            setTheme(value);
          }}
        />
        <h3>{messages.language}</h3>
        <Choices legend={messages.language} value={language} options={LANGUAGES} onChange={chooseLanguage} />
      </Card>
    </Section>
  );
}
