import type { Locale } from '#core/locales/locale.ts';

/** The longest words that a page may meet: a village, and one of each language. */
export const LONG_WORD = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';

/** Texts of the library's items in a language. */
export interface Words {
  book: string;
  summary: string;
  text: string;
  heading: string;
  photo: string;
  caption: string;
  excerpt: string;
  review: string;
  subjects: string[];
  chapters: string[];
  bulletin: string;
  guide: string;
  columns: string;
  note: string;
  home: string;
  about: string;
  contact: string;
  address: string;
  faq: string;
  privacy: string;
  clubs: string;
  questions: string[];
  answer: string;
}

export const WORDS: { [locale: Locale]: Words } = {
  en: {
    book: 'The lighthouse keeper, volume',
    summary: 'A keeper counts the ships that pass and writes down what each one carries.',
    text: 'The lamp is lit at dusk, and nobody in the village sleeps before it turns.',
    heading: 'About this volume',
    photo: 'The coast at dusk, seen from the tower',
    caption: 'Taken in the year of the storm.',
    excerpt: 'That winter the sea\ncame up to the door.',
    review: 'A quiet and **generous** story.',
    subjects: ['Seafaring in literature', 'Letters and diaries'],
    chapters: ['The first night', 'A ship without a name'],
    bulletin: 'The reading terrace opens on',
    guide: 'How our shelves are arranged:',
    columns: 'Shelf',
    note: 'Bring your card when you borrow something.',
    home: 'Books, quiet rooms and company',
    about: 'Who we are',
    contact: 'Come and see us',
    address: 'Harbour Street 12\nRibera del Puerto',
    faq: 'What people ask at the desk',
    privacy: 'What we keep about you',
    clubs: 'Reading clubs',
    questions: ['How long may I keep a book?', 'Is there a room for groups?', 'May I bring my dog?'],
    answer: 'Ask at the desk; somebody is there whenever the doors are open.',
  },
  es: {
    book: 'El farero, tomo',
    summary: 'Un farero cuenta los barcos que pasan y apunta lo que lleva cada uno.',
    text: 'La lámpara se enciende al anochecer, y nadie en el pueblo duerme antes de que gire.',
    heading: 'Sobre este tomo',
    photo: 'La costa al anochecer, vista desde la torre',
    caption: 'Tomada el año de la tormenta.',
    excerpt: 'Aquel invierno el mar\nllegó hasta la puerta.',
    review: 'Una historia serena y **generosa**.',
    subjects: ['La navegación en la literatura', 'Cartas y diarios'],
    chapters: ['La primera noche', 'Un barco sin nombre'],
    bulletin: 'La terraza de lectura abre el día',
    guide: 'Cómo se ordenan los estantes:',
    columns: 'Estante',
    note: 'Traiga su carné cuando se lleve algo.',
    home: 'Libros, salas tranquilas y compañía',
    about: 'Quiénes somos',
    contact: 'Venga a vernos',
    address: 'Calle del Puerto 12\nRibera del Puerto',
    faq: 'Lo que se pregunta en el mostrador',
    privacy: 'Qué guardamos de usted',
    clubs: 'Clubes de lectura',
    questions: ['¿Cuánto tiempo puedo tener un libro?', '¿Hay una sala para grupos?', '¿Puedo traer a mi perro?'],
    answer: 'Pregunte en el mostrador; siempre hay alguien cuando las puertas están abiertas.',
  },
  fr: {
    book: 'Le gardien du phare, tome',
    summary: 'Un gardien compte les navires qui passent et note ce que chacun transporte.',
    text: 'La lampe s’allume au crépuscule, et personne au village ne dort avant qu’elle tourne.',
    heading: 'À propos de ce tome',
    photo: 'La côte au crépuscule, vue de la tour',
    caption: 'Prise l’année de la tempête.',
    excerpt: 'Cet hiver-là, la mer\nvint jusqu’à la porte.',
    review: 'Une histoire calme et **généreuse**.',
    subjects: ['La navigation en littérature', 'Lettres et journaux'],
    chapters: ['La première nuit', 'Un navire sans nom'],
    bulletin: 'La terrasse de lecture ouvre le',
    guide: 'Comment nos rayons sont rangés :',
    columns: 'Rayon',
    note: 'Apportez votre carte pour emprunter.',
    home: 'Des livres, des salles calmes et de la compagnie',
    about: 'Qui nous sommes',
    contact: 'Venez nous voir',
    address: 'Rue du Port 12\nRibera del Puerto',
    faq: 'Ce qu’on demande à l’accueil',
    privacy: 'Ce que nous gardons de vous',
    clubs: 'Clubs de lecture',
    questions: ['Combien de temps garder un livre ?', 'Y a-t-il une salle de groupe ?', 'Mon chien peut-il entrer ?'],
    answer: 'Demandez à l’accueil ; il y a quelqu’un tant que les portes sont ouvertes.',
  },
  ar: {
    book: 'حارس المنارة، المجلد',
    summary: 'حارس يعد السفن التي تمر ويكتب ما تحمله كل سفينة.',
    text: 'يضاء المصباح عند الغسق، ولا ينام أحد في القرية قبل أن يدور.',
    heading: 'عن هذا المجلد',
    photo: 'الساحل عند الغسق من البرج',
    caption: 'التقطت في سنة العاصفة.',
    excerpt: 'في ذلك الشتاء بلغ البحر\nعتبة الباب.',
    review: 'قصة هادئة و**كريمة**.',
    subjects: ['الملاحة في الأدب', 'رسائل ويوميات'],
    chapters: ['الليلة الأولى', 'سفينة بلا اسم'],
    bulletin: 'تفتح شرفة القراءة يوم',
    guide: 'كيف رتبت رفوفنا:',
    columns: 'رف',
    note: 'أحضر بطاقتك عند الاستعارة.',
    home: 'كتب وقاعات هادئة وصحبة',
    about: 'من نحن',
    contact: 'تعالوا لزيارتنا',
    address: 'شارع الميناء ١٢\nريبيرا ديل بويرتو',
    faq: 'ما يسأله الناس',
    privacy: 'ما نحفظه عنكم',
    clubs: 'نوادي القراءة',
    questions: ['كم يمكنني الاحتفاظ بالكتاب؟', 'هل توجد قاعة للمجموعات؟', 'هل يمكنني إحضار كلبي؟'],
    answer: 'اسأل عند المكتب؛ هناك دائما من يجيب.',
  },
};
