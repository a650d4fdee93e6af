export const reversalCopy = {
  reverse: 'Reverse…',
  reverses: (id: number) => `Reversal of journal ${id}`,
  reversedBy: (id: number) => `Reversed by journal ${id}`,
  title: 'Propose to reverse this journal',
  note: 'It happens once another operator agrees. Everybody concerned sees it with its reason.',
  operationsBears: 'Operations pays what was spent since',
  propose: 'Propose',
} as const
