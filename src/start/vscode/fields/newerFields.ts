import * as vscode from 'vscode';
import { showQuickPick } from '../../../base/vscode/quickInputs';
import { plainLabel } from '../../../base/text';
import { withProgress } from '../../../base/vscode/withProgress';
import { withField, withoutField } from '../../../draft/draft';
import { ExplainedError } from '../../../base/vscode/explanation';
import { notSupportedWords, requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { connectionOf, type SheetChange, type FieldOnSheet, type SheetPorts } from '../sheet/sheetState';

export const modelField: FieldOnSheet<'llm_model'> = {
  icon: 'hubot',
  value: (name) => name,
  edit: async (_, ports) => chooseModel(ports),
};

/** A switch: selecting its row sets the field, or removes it. */
export const agentTypeField: FieldOnSheet<'agent_type'> = {
  icon: 'checklist',
  value: (type) => (type === planning ? vscode.l10n.t('on') : type),
  edit: ({ draft: { fields } }) =>
    Promise.resolve({
      edit: (draft) =>
        fields.agent_type === planning ? withoutField(draft, 'agent_type') : withField(draft, 'agent_type', planning),
    }),
};

const planning = 'plan';

async function chooseModel(ports: SheetPorts): Promise<SheetChange> {
  const { models } = (await connectionOf(ports)).client;
  if (!models) throw new ExplainedError(notSupportedWords('llm_model'));
  const reading = vscode.l10n.t('Reading the names of the saved models...');
  const names = await withProgress(reading, (signal) => models.modelNames(signal));
  const none = {
    iconPath: new vscode.ThemeIcon('circle-slash'),
    label: vscode.l10n.t("The Service's Default"),
    name: undefined,
  };
  const items = [...names.map((name) => ({ label: plainLabel(name), name })), none];
  const picked = await showQuickPick(items, {
    title: requestFieldTitle('llm_model'),
    placeHolder:
      names.length > 0
        ? vscode.l10n.t('Select a model that is saved on the service')
        : vscode.l10n.t('No models are saved on the service.'),
    ignoreFocusOut: true,
  });
  if (!picked) return {};
  const { name } = picked;
  return {
    edit: (draft) => (name === undefined ? withoutField(draft, 'llm_model') : withField(draft, 'llm_model', name)),
  };
}
