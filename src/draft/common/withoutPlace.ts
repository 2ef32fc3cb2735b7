import { withoutField, type Draft } from './draft';

/** The draft without what was said of one repository, which does not hold for another. */
export function withoutPlace(draft: Draft): Draft {
  return withoutField(withoutField(withoutField(draft, 'repository'), 'git_provider'), 'selected_branch');
}
