// Texts of einsum: which index stands where, and what is refused.
// SPDX-License-Identifier: MIT
#include "engine/einsum/subscripts.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"

namespace vgpu::einsum {
namespace {

TEST(EinsumSubscripts, TermsAndOutput) {
  const Subscripts s = parse("ij, jk -> ki", {{2, 3}, {3, 4}});
  EXPECT_EQ(s.terms, (std::vector<Term>{{0, 1}, {1, 2}}));
  EXPECT_EQ(s.output, (Term{2, 0}));
  EXPECT_EQ(s.sizes, (Shape{2, 3, 4}));
}

TEST(EinsumSubscripts, WithoutAnArrowIndicesThatAppearOnceInAlphabeticalOrder) {
  EXPECT_EQ(parse("ba", {{2, 3}}).output, (Term{1, 0}));
  EXPECT_EQ(parse("ij,jh", {{2, 3}, {3, 4}}).output, (Term{2, 0}));
  EXPECT_EQ(parse("ii", {{2, 2}}).output, Term{});
  EXPECT_EQ(parse("bA", {{2, 3}}).output, (Term{1, 0}));
  EXPECT_EQ(parse("", {{}}).output, Term{});
}

TEST(EinsumSubscripts, EllipsesStandForTheLastAxes) {
  const Subscripts s = parse("i...,...j->...ji", {{2, 5, 6}, {7, 1, 6, 3}});
  EXPECT_EQ(s.terms[0].size(), 3u);
  EXPECT_EQ(s.terms[0][1], s.terms[1][1]);  // of length 5
  EXPECT_EQ(s.terms[0][2], s.terms[1][2]);  // of length 6
  Shape output;
  for (const Index i : s.output) output.push_back(s.sizes[static_cast<std::size_t>(i)]);
  EXPECT_EQ(output, (Shape{7, 5, 6, 3, 2}));
  EXPECT_EQ(parse("...i,i", {{4, 3}, {3}}).output.size(), 1u);
  EXPECT_EQ(parse("...->...", {{}}).output, Term{});
  EXPECT_EQ(parse("i...->i", {{3}}).output, Term{0});  // an ellipsis of no axes
}

TEST(EinsumSubscripts, LengthOneStandsForAnyLength) {
  EXPECT_EQ(parse("ij,ij->ij", {{3, 1}, {1, 4}}).sizes, (Shape{3, 4}));
  EXPECT_EQ(parse("i,i->i", {{1}, {0}}).sizes, Shape{0});
}

TEST(EinsumSubscripts, LettersBeyondAscii) {
  const Subscripts s = parse("αβ,βγ->αγ", {{2, 3}, {3, 4}});
  EXPECT_EQ(s.terms, (std::vector<Term>{{0, 1}, {1, 2}}));
  EXPECT_EQ(s.output, (Term{0, 2}));
}

struct Wrong {
  const char* text;
  std::vector<Shape> shapes;
  const char* why;
};

TEST(EinsumSubscripts, WhatIsWrongIsNamed) {
  const std::vector<Wrong> all = {
      {"ij,jk->ik", {{2, 3}, {4, 5}}, "index 'j' has sizes 3 and 4"},
      {"ij,jk->ik", {{2, 3}}, "2 terms in 'ij,jk->ik', but 1 operands"},
      {"ij->ik", {{2, 3}}, "the output 'ik' repeats an index or has one of no operand"},
      {"ij->ii", {{2, 2}}, "the output 'ii' repeats"},
      {"i->i", {{2, 3}}, "'i' does not fit an operand with 2 axes"},
      {"ijk->i", {{2, 3}}, "'ijk' does not fit"},
      {"i1->i", {{2, 3}}, "holds a character that is no index"},
      {"ij,j.k->ik", {{2, 3}, {3, 4}}, "no index"},
      {"i..j->i", {{2, 3}}, "no index"},
      {"...i...->i", {{2, 3}}, "no index"},
      {"ij->i->j", {{2, 3}}, "no index"},
      {"ij->i,j", {{2, 3}}, "no index"},
      {"i>j", {{2}}, "no index"},
      {"i\xCE", {{2, 2}}, "no index"},
      {"\xBB", {{2}}, "no index"},
      {"ii->i", {{2, 3}}, "index 'i' has sizes"},
      {"ii->i", {{1, 3}}, "in one operand"},
      {"b...,b...->b", {{2, 3}, {2, 3}}, "leaves the axes of an ellipsis out"},
      {"...,...->...", {{2}, {3}}, "index '...' has sizes 2 and 3"},
  };
  for (const Wrong& wrong : all) {
    try {
      parse(wrong.text, wrong.shapes);
      ADD_FAILURE() << wrong.text << " is accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::InvalidValue);
      EXPECT_EQ(error.message().rfind("subscripts: ", 0), 0u) << error.message();
      EXPECT_NE(error.message().find(wrong.why), std::string::npos) << error.message();
    }
  }
}

TEST(EinsumSubscripts, TooManyIndicesAreRefused) {
  std::string text;
  for (int i = 0; i < 130; ++i) {  // letters of two bytes, all different
    text += static_cast<char>(0xC4 + i / 64);
    text += static_cast<char>(0x80 + i % 64);
  }
  EXPECT_THROW(parse(text, {Shape(130, 1)}), Error);
  EXPECT_NO_THROW(parse(text.substr(0, 256), {Shape(128, 1)}));
}

}  // namespace
}  // namespace vgpu::einsum
