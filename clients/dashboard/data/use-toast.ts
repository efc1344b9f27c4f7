import { Toast } from '@base-ui/react/toast';

/** Returns a function that shows a message, optionally with an action such as Undo. */
export function useToast() {
  const { add, close } = Toast.useToastManager();
  return (text: string, action?: { label: string; run(): void }, isError = false): void => {
    const id = add({
      title: text,
      priority: isError ? 'high' : 'low',
      ...(action && {
        actionProps: {
          children: action.label,
          onClick() {
            action.run();
            close(id);
          },
        },
      }),
    });
  };
}
