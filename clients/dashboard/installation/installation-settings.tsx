import { Link } from '@tanstack/react-router';
import { useApp } from '../app-context.ts';
import { useShell } from '../data/shell-context.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { SettingsFrame, settingsLink } from '../ui/settings.tsx';
import { Missing } from '../ui/states.tsx';

/** Frame of the screens of installation administrators. */
export function InstallationSettings() {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const { viewer } = useShell();
  if (!viewer.isInstallationAdministrator) return <Missing />;
  return (
    <SettingsFrame
      title={messages.installation}
      links={
        <>
          <Link to="/installation" {...settingsLink}>
            {texts.overview}
          </Link>
          <Link to="/installation/users" {...settingsLink}>
            {texts.users}
          </Link>
          <Link to="/installation/organizations" {...settingsLink}>
            {texts.organizations}
          </Link>
          <Link to="/installation/mails" {...settingsLink}>
            {texts.mailLog}
          </Link>
          <Link to="/installation/jobs" {...settingsLink}>
            {texts.failedJobs}
          </Link>
        </>
      }
    />
  );
}
