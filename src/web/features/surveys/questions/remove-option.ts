import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { toast } from '#web/ui/notices/toast.ts';
import type { OptionDraft } from './question-draft.ts';

/**
 * Asks before an option with text is removed. The option is deleted when the question is saved.
 * Returns true when it may be removed.
 *
 * @param place 0 for the first
 */
export async function askToRemoveOption(option: OptionDraft, place: number): Promise<boolean> {
  const text = option.text.trim();
  if (text === '' && option.id === undefined) return true;
  const sure = await confirm({
    title: 'Delete answer option',
    message: `Are you sure you want to delete ${text === '' ? `option ${place + 1}` : `“${text}”`}? It is removed when you save the question. Responses given before keep it.`,
    confirmLabel: 'Delete answer option',
    danger: true,
  });
  if (sure) toast.success('Answer option deleted', 'It is gone once you save the question.');
  return sure;
}
