import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import { LANGUAGES, type Language } from '../i18n/languages.ts';
import { showKeyboardHelp } from '../keys/keyboard-help.tsx';
import { Avatar } from '../ui/avatar.tsx';
import menu from '../ui/menu.module.css';
import { chooseTheme, storedTheme, type Theme } from '../ui/theme.ts';
import classes from './account-menu.module.css';

/** Menu of the user: theme, language, shortcuts, log-out. */
export default function AccountMenu() {
  const { messages, session, language, chooseLanguage } = useApp();
  const { viewer } = useShell();
  const { organization } = useOrganization();
  const navigate = useNavigate();
  const [theme, setTheme] = useState(storedTheme);
  const themes: Record<Theme, string> = {
    system: messages.themeSystem,
    light: messages.themeLight,
    dark: messages.themeDark,
  };
  return (
    <Menu.Root>
      <Menu.Trigger className={classes.trigger} title={messages.account}>
        <Avatar name={viewer.name} />
        <span className={classes.name}>{viewer.name}</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner side="top" align="start" sideOffset={6} className={menu.positioner}>
          <Menu.Popup className={menu.popup}>
            <p className={menu.label}>{viewer.email}</p>
            <Menu.RadioGroup
              aria-label={messages.theme}
              value={theme}
              onValueChange={(value: Theme) => {
                chooseTheme(value);
                setTheme(value);
              }}
            >
              <div className={menu.label}>{messages.theme}</div>
              {Object.entries(themes).map(([value, label]) => (
                <Menu.RadioItem key={value} value={value} className={menu.item} closeOnClick={false}>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.RadioGroup
              aria-label={messages.language}
              value={language}
              onValueChange={(value: Language) => chooseLanguage(value)}
            >
              <div className={menu.label}>{messages.language}</div>
              {Object.entries(LANGUAGES).map(([value, label]) => (
                <Menu.RadioItem key={value} value={value} lang={value} className={menu.item} closeOnClick={false}>
                  {label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={menu.separator} />
            <Menu.Item className={menu.item} onClick={() => void navigate({ to: '/account' })}>
              {messages.accountSettings}
            </Menu.Item>
            {organization && (
              <Menu.Item
                className={menu.item}
                onClick={() =>
                  void navigate({
                    to: '/organizations/$organizationId/settings',
                    params: { organizationId: organization.id },
                  })
                }
              >
                {messages.organizationSettings}
              </Menu.Item>
            )}
            {viewer.isInstallationAdministrator && (
              <Menu.Item className={menu.item} onClick={() => void navigate({ to: '/installation' })}>
                {messages.installation}
              </Menu.Item>
            )}
            <Menu.Item className={menu.item} onClick={showKeyboardHelp}>
              {messages.keyboard}
              <kbd>?</kbd>
            </Menu.Item>
            <Menu.Item className={menu.item} onClick={() => void session.end()}>
              {messages.logOut}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
