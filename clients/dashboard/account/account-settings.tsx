import { Link } from '@tanstack/react-router';
import { useSettingsTexts } from '../i18n/settings.ts';
import { SettingsFrame, settingsLink } from '../ui/settings.tsx';

/** Frame of the settings of the own account. */
export function AccountSettings() {
  const texts = useSettingsTexts();
  return (
    <SettingsFrame
      title={texts.account}
      links={
        <>
          <Link to="/account" {...settingsLink}>
            {texts.profile}
          </Link>
          <Link to="/account/notifications" {...settingsLink}>
            {texts.notifications}
          </Link>
          <Link to="/account/appearance" {...settingsLink}>
            {texts.appearance}
          </Link>
          <Link to="/account/sessions" {...settingsLink}>
            {texts.sessions}
          </Link>
          <Link to="/account/tokens" {...settingsLink}>
            {texts.accessTokens}
          </Link>
          <Link to="/account/apps" {...settingsLink}>
            {texts.connectedApps}
          </Link>
          <Link to="/account/data" {...settingsLink}>
            {texts.personalData}
          </Link>
        </>
      }
    />
  );
}
