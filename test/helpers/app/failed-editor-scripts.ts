/** Scripts of editors that failed once: what they do, how many people there are, and the seed of the ids. */
export const FAILED_EDITOR_SCRIPTS: [string, number, number][] = [
  ['0 paste 0 0', 2, 0],
  [
    '0 type 0 2, 0 type 0 0, 2 replace 0 3, 1 picture 0 0, 2 type 0 0, 1 syncAll 0 0, 0 delete 0 3, 1 replace 0 511',
    3,
    987,
  ],
  [
    '1 picture 0 2, 2 type 0 0, 0 type 0 0, 1 type 0 0, 0 type 0 0, 1 type 0 0, 0 type 0 4, 0 sync 0 0, 0 paste 0 569, 1 type 0 0, 1 syncAll 0 0, 2 paste 0 0, 1 replace 32 186, 2 replace 0 849',
    3,
    1000,
  ],
  [
    '2 paste 0 0, 2 sync 0 0, 1 type 0 2, 2 enter 0 0, 2 picture 0 0, 1 insertTable 0 0, 2 backspace 0 287, 2 type 0 0, 1 sync 0 0, 0 backspace 0 3, 2 paste 0 419, 1 quote 0 323, 1 syncAll 0 0, 1 replace 959 867, 1 type 0 231, 1 quote 0 0, 1 type 0 24, 0 enter 0 109, 1 sync 0 0, 1 replace 0 442, 0 move 1 485, 0 replace 123 328, 2 paste 0 332, 0 syncAll 0 0, 2 type 0 0, 0 replace 467 418, 0 syncAll 0 0, 0 replace 27 3',
    3,
    289,
  ],
  [
    '2 type 0 0, 1 enter 0 0, 0 type 0 0, 2 type 0 0, 0 type 0 0, 0 paste 0 4, 0 sync 0 0, 1 sync 0 0, 2 insertTable 0 0, 2 type 0 0, 2 enter 0 569, 2 replace 993 134',
    3,
    0,
  ],
  [
    '1 insertTable 0 0, 2 insertTable 0 2, 2 quote 0 2, 0 insertTable 0 0, 1 type 0 2, 0 type 0 76, 2 enter 0 2, 1 sync 0 0, 0 enter 0 2, 2 table 1 2, 0 replace 749 2, 2 list 0 2, 1 move 0 2, 1 quote 0 529, 1 quote 0 972, 1 type 0 54, 0 type 0 2, 1 type 0 25, 1 picture 0 110, 0 type 0 2, 2 table 1 192, 1 sync 0 0, 0 insertTable 0 2, 0 quote 0 374, 2 sync 0 0, 2 list 0 408, 2 picture 0 544, 2 type 0 0, 2 replace 301 778',
    3,
    699,
  ],
  [
    '0 reload 0 0, 2 list 0 0, 2 enter 0 0, 0 type 0 2, 0 delete 0 0, 0 quote 0 0, 2 enter 0 0, 1 type 0 2, 1 picture 0 0, 0 list 0 0, 2 syncAll 0 0, 2 paste 0 0, 1 sync 0 0, 1 insertTable 0 138, 0 type 0 588, 0 delete 0 0, 1 enter 0 392, 0 type 0 0, 0 syncAll 0 0, 0 type 0 735, 1 enter 0 0, 1 enter 0 994, 1 enter 0 5, 0 picture 0 730, 0 picture 0 0, 1 insertTable 0 0, 0 sync 0 0, 0 quote 0 0, 0 quote 0 727, 0 replace 250 132',
    3,
    442,
  ],
];
