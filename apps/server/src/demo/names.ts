import type { Random } from './random.ts'

/** First and last names that go together: [first names, last names]. */
const NAMES: readonly (readonly [string, string])[] = [
  [
    'Lucía Sofía Martina Valeria Pablo Diego Álvaro Javier Camila Andrés',
    'Fernández Romero Navarro Ortega Castillo Vargas Mendoza',
  ],
  [
    'Emma Hannah Lea Mia Lukas Felix Paul Maximilian Johanna Anton',
    'Schneider Fischer Hoffmann Keller Brandt Vogel Lorenz',
  ],
  [
    'Camille Manon Léa Juliette Antoine Hugo Lucas Théo Élise Bastien',
    'Moreau Lefèvre Girard Rousseau Fontaine Chevalier Marchand',
  ],
  [
    'Giulia Sofia Aurora Martina Lorenzo Matteo Davide Andrea Elena Marco',
    'Ferrari Bianchi Ricci Marino Greco Conti Fontana',
  ],
  [
    'Mariana Beatriz Inês Carolina João Tiago Rafael Thiago Larissa Bruno',
    'Silva Oliveira Pereira Almeida Ribeiro Teixeira Cardoso',
  ],
  [
    'Amara Chidinma Ngozi Ifeoma Emeka Chinedu Tunde Kelechi Folake Obinna',
    'Okonkwo Eze Balogun Adebayo Nwosu Ogunleye Chukwu',
  ],
  [
    'Wanjiru Akinyi Njeri Achieng Kamau Otieno Mwangi Kiprop Zawadi Baraka',
    'Kariuki Odhiambo Mutua Wambui Kimani Cheruiyot Njoroge',
  ],
  ['Aarav Vivaan Arjun Rohan Ananya Diya Ishita Meera Neha Rahul', 'Sharma Patel Iyer Gupta Reddy Menon Kulkarni'],
  [
    'Haruka Yui Sakura Aoi Ren Haruto Sota Kenji Naoko Daichi',
    'Tanaka Suzuki Watanabe Yamamoto Kobayashi Nakamura Mori',
  ],
  ['Minji Soyeon Jiwoo Hana Joon Minho Seojun Taeyang Yuna Dohyun', 'Park Lee Choi Jung Kang Yoon Lim'],
  ['Zeynep Elif Defne Ayşe Emre Mehmet Can Burak Selin Kerem', 'Demir Kaya Şahin Çelik Arslan Aydın Koç'],
  [
    'Layla Nour Salma Yasmin Omar Karim Youssef Tariq Rania Hassan',
    'Mansour Khalil Nasser Farouk Saleh Ibrahim Hamdan',
  ],
  [
    'Agnieszka Katarzyna Zuzanna Maja Jakub Piotr Tomasz Michal Oliwia Marek',
    'Wójcik Lewandowska Zielinska Kaminski Szymanski Mazur Krawczyk',
  ],
  [
    'Freja Astrid Ingrid Linnea Erik Oskar Viktor Nils Sigrid Axel',
    'Johansson Bergström Nyberg Hansen Lindgren Ekström Dahl',
  ],
  [
    'Olivia Charlotte Amelia Grace James Oliver Henry Thomas Harriet Samuel',
    'Bennett Clarke Foster Hughes Marshall Sutton Whitaker',
  ],
  ['Linh Mai Thu Ngoc Minh Quang Duc Bao Trang Khoa', 'Nguyen Tran Pham Hoang Vu Dang Bui'],
]

/** A believable name that is not taken yet. */
export function newName(random: Random, taken: ReadonlySet<string>): string {
  const [first, last] = random.pick(NAMES)
  const name = `${random.pick(first.split(' '))} ${random.pick(last.split(' '))}`
  return taken.has(name) ? newName(random, taken) : name
}
